// What an agent of the benches measures, and where it writes that.
import { appendFileSync } from 'node:fs';

/** In microseconds. */
export const now = () => Number(process.hrtime.bigint()) / 1000;

export const row = (/** @type {string} */ name, /** @type {number} */ value) =>
  appendFileSync(process.env.BENCH_FILE ?? '/dev/null', `${JSON.stringify({ row: name, value })}\n`);

const sorted = (/** @type {number[]} */ values) => values.toSorted((one, other) => one - other);
export const at = (/** @type {number[]} */ values, /** @type {number} */ share) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
