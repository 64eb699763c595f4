import { existsSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { isInside } from './isInside';
import { readRegular } from './readRegular';

/** Of each folder, as the agent itself would read them; `AGENTS.md` only where there is nothing of the agent's own. */
const own = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'];
const rules = join('.claude', 'rules');
const mostFiles = 50;

/**
 * The instructions of the repository around a folder, outermost first, with what they import of it, as text. Nothing
 * that lies outside the repository is among it, wherever a link or an import of its author leads.
 */
export async function instructionsOf(folder: string): Promise<string | undefined> {
  const folders = foldersOf(folder);
  const root = await realpath(folders[0] ?? folder).catch(() => folder);
  const texts = new Map<string, string>();
  for (const place of folders) {
    const before = texts.size;
    for (const name of [...own, ...(await rulesIn(place))]) await take(join(place, name), root, texts);
    if (texts.size === before) await take(join(place, 'AGENTS.md'), root, texts);
  }
  if (texts.size === 0) return undefined;
  return [...texts]
    .map(([file, text]) => `Instructions of this repository, from ${relative(root, file)}:\n\n${text.trimEnd()}`)
    .join('\n\n');
}

async function take(file: string, root: string, texts: Map<string, string>): Promise<void> {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined || texts.has(real) || texts.size >= mostFiles || !isInside(real, root)) return;
  const text = readRegular(real);
  if (typeof text !== 'string' || text.trim() === '') return;
  texts.set(real, text);
  for (const [, path = ''] of text.matchAll(/(?:^|\s)@([^\s@]+\.(?:md|mdc|txt))(?=[\s.,;:)]|$)/g))
    await take(resolve(dirname(real), path), root, texts);
}

async function rulesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, rules), { recursive: true }).catch(() => []);
  return entries
    .filter(name => name.endsWith('.md'))
    .toSorted()
    .map(name => join(rules, name));
}

/** From the root of the repository down to the folder; the folder alone where it lies in none. */
function foldersOf(folder: string): readonly string[] {
  const found: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    found.unshift(current);
    if (existsSync(join(current, '.git'))) return found;
    if (dirname(current) === current) return [folder];
  }
}
