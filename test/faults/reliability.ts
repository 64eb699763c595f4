// docs/reliability.md: each command of the harness writes its own part there, and leaves the others as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

type Cells = readonly (string | number)[];

/** Puts this text in the place of what stands between the marks of this name. */
export function writePart(name: string, content: string): void {
  const [begin, end] = [`<!-- ${name}: made by npm run faults -- ${name} -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no place for "${name}".`);
  writeFileSync(file, `${text.slice(0, from)}${begin}\n\n${content}\n\n${text.slice(to)}`);
}

export function tableOf(head: readonly string[], rows: readonly Cells[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map(cells => String(cells[at]).length)));
  const line = (cells: Cells): string =>
    `| ${cells.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [head, widths.map(width => '-'.repeat(width)), ...rows].map(line).join('\n');
}
