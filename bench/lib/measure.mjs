// Runs those that are compared one after the other, again and again, so that what else the machine does meets all of them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A program that measures something: it writes `{"row": NAME, "value": NUMBER}` into BENCH_FILE, an object a line;
 * one that measures several itself says with `name` whom.
 * @typedef {{ name: string, command: string, args: readonly string[], env?: Record<string, string> }} Contender
 * A line of a table. With `more`, more is better.
 * @typedef {{ row: string, title: string, unit: string, digits?: number, more?: boolean }} Row
 * @typedef {{ row: Row, medians: Readonly<Record<string, number>> }} Measured
 */

/** A hung one must not hold up all others. What takes a minute by itself takes several beside other work. */
const limitMs = 400_000;

/**
 * @param {{ contenders: (folder: string) => readonly Contender[] | Promise<readonly Contender[]>, rows: readonly Row[], repetitions: number }} options
 * @returns {Promise<readonly Measured[]>}
 */
export async function measured({ contenders, rows, repetitions }) {
  /** @type {Map<string, Map<string, number[]>>} */
  const values = new Map(rows.map(({ row }) => [row, new Map()]));
  for (let round = 0; round < repetitions; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'latch-bench-'));
    try {
      for (const contender of await contenders(folder))
        for (const { row, value, name = contender.name } of await once(contender, folder)) {
          const of = values.get(row);
          of?.set(name, [...(of.get(name) ?? []), value]);
        }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows.map(row => ({
    row,
    medians: Object.fromEntries(Array.from(values.get(row.row) ?? [], ([name, all]) => [name, median(all)])),
  }));
}

/** @param {Contender} contender @param {string} folder @returns {Promise<readonly { row: string, value: number, name?: string }[]>} */
async function once({ name, command, args, env }, folder) {
  const cwd = join(folder, 'work');
  mkdirSync(cwd, { recursive: true });
  const file = join(folder, `${name}.jsonl`);
  const child = spawn(command, args, {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, ...env, BENCH_FILE: file, BENCH_PID: String(process.pid) },
  });
  const timer = setTimeout(() => child.kill(), limitMs);
  await new Promise(resolve => child.once('close', resolve));
  clearTimeout(timer);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  return lines.map(line => JSON.parse(line));
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
