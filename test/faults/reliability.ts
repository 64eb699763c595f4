// docs/reliability.md: each command of the harness writes its own table there, and leaves the others as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

/** Puts these rows in the place of those between the marks of this name. */
export function writeTable(
  name: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const [begin, end] = [`<!-- ${name}: made by npm run faults -- ${name} -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no place for the table "${name}".`);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map(cells => String(cells[at]).length)));
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const lines = [head, widths.map(width => '-'.repeat(width)), ...rows].map(line);
  writeFileSync(file, `${text.slice(0, from)}${begin}\n\n${lines.join('\n')}\n\n${text.slice(to)}`);
}
