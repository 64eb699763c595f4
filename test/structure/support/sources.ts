import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** Every source file below a folder, by its path from the top. */
export function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .toSorted();
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** What a file imports: places of ours by their path from the top, packages by their name. */
export function importsOf(file: string, text: string): string[] {
  // Statements begin a line; an import inside a text does not.
  const statements = text.matchAll(/^(?:import\b[^'"`(]*?|export\b[^'"`=(]*?\bfrom\s*)(['"])([^'"\n]+)\1/gm);
  const calls = text.matchAll(/\b(?:import|require)\s*\(\s*(['"])([^'"\n]+)\1/g);
  return [...statements, ...calls].map(([, , target = '']) =>
    target.startsWith('.') ? posix.join(posix.dirname(file), target) : target,
  );
}
