import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { goalRows } from './goals.mjs';

const document = join(root, 'docs', 'performance.md');
/** Those that are measured to know what is possible, and not to be compared with. */
const notPeers = new Set(['floor', 'Latch in memory', 'Latch', 'Latch with its window']);

/**
 * Medians side by side, and how Latch stands to the best of its peers, or to the floor where there is none.
 * @param {readonly import('./measure.mjs').Measured[]} measured
 */
export function tableOf(measured) {
  const names = [...new Set(measured.flatMap(({ medians }) => Object.keys(medians)))];
  const head = ['what', ...names, ...(names.length > 1 ? ['Latch to the best peer', 'to the floor'] : [])];
  const rows = measured.map(({ row, medians }) => {
    const shown = (/** @type {string} */ name) =>
      medians[name] === undefined ? '–' : `${medians[name].toFixed(row.digits ?? 0)} ${row.unit}`;
    const peers = names.filter(name => !notPeers.has(name)).flatMap(name => medians[name] ?? []);
    const best = row.more ? Math.max(...peers) : Math.min(...peers);
    return [
      row.title,
      ...names.map(shown),
      ...(names.length > 1 ? [ratio(medians['Latch'], best), ratio(medians['Latch'], medians['floor'])] : []),
    ];
  });
  return drawn(head, rows);
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function drawn(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(cells => cells[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** @param {number | undefined} ours @param {number | undefined} theirs */
function ratio(ours, theirs) {
  const value = ours === undefined || theirs === undefined ? Number.NaN : ours / theirs;
  return Number.isFinite(value) && value > 0 ? `${value.toFixed(value < 10 ? 2 : 0)} ×` : '–';
}

/** Puts a table where the document has room for it. @param {string} name @param {string} text */
export function writePart(name, text) {
  const before = readFileSync(document, 'utf8');
  const [start, end] = [`<!-- ${name}: made by npm run bench -- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
  writeFileSync(document, `${before.slice(0, from + start.length)}\n\n${text}\n\n${before.slice(to)}`);
}

/** Where we are, from the tables as they are now. */
export function writeGoals() {
  writePart('goals', goalsOf(readFileSync(document, 'utf8')));
}

/** @param {string} text The document. */
export function goalsOf(text) {
  return drawn(['work', 'at most', 'now', ''], goalRows(text));
}

export function writeMachine() {
  const [processor] = cpus();
  writePart(
    'machine',
    `${cpus().length} × ${processor?.model ?? 'an unknown processor'}, Node ${process.version}, ${process.platform}.`,
  );
}
