// What the disk takes for one record that has to stay.
import { appendFileSync, closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const folder = mkdtempSync(join(process.cwd(), 'disk-'));
const record = Buffer.from(`${'x'.repeat(499)}\n`);
const row = (/** @type {string} */ name, /** @type {number} */ value) =>
  appendFileSync(process.env.BENCH_FILE ?? '/dev/null', `${JSON.stringify({ row: name, value })}\n`);

/** @param {number} file @param {(place: number) => number | null} at */
function median(file, at) {
  const times = Array.from({ length: 300 }, (_, place) => {
    const before = performance.now();
    writeSync(file, record, 0, record.length, at(place));
    fdatasyncSync(file);
    return (performance.now() - before) * 1000;
  });
  closeSync(file);
  return times.toSorted((one, other) => one - other)[150] ?? Number.NaN;
}

row(
  'sync',
  median(openSync(join(folder, 'appended'), 'a'), () => null),
);
const space = openSync(join(folder, 'space'), 'w');
writeSync(space, Buffer.alloc(400 * record.length));
fdatasyncSync(space);
row(
  'preallocated',
  median(space, place => place * record.length),
);
rmSync(folder, { recursive: true, force: true });
