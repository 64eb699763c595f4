import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goalRows } from '../../bench/lib/goals.mjs';
import { goalsOf } from '../../bench/lib/report.mjs';
import { root } from '../../scripts/lib/paths.mjs';

test('where we are is what the tables say', () => {
  const document = `
<!-- asks: made by npm run bench -- asks -->
| what | floor | happy | ACP | Latch in memory | Latch | Latch to the best peer |
| ---- | ----- | ----- | --- | --------------- | ----- | ---------------------- |
| first ask | 0.6 ms | 1.3 ms | – | 1.9 ms | 2.1 ms | 2 × |
| time of the processor per ask | 85 µs | 100 µs | 300 µs | 150 µs | 200 µs | 0.1 × |
<!-- end of asks -->
<!-- burst: made by npm run bench -- burst -->
| what | Latch |
| ---- | ----- |
| 2,000 at once | 15.0 k/s |
| 10,000 at once | 15.1 k/s |
<!-- end of burst -->`;
  const rows = goalRows(document);
  expect(rows.slice(0, 4)).toEqual([
    ['an ask by a rule, time of the processor, with its record in memory', '1.5 × the best peer', '1.5 ×', 'held'],
    ['the same with its record on the disk, median', '1.5 × one append and data sync', 'not measured', '–'],
    ['2,000 and 10,000 asks at once', '15 k/s, flat', '15 k/s, 15.1 k/s', 'held'],
    ['the first ask', '2 ms', '2.1 ms', 'missed'],
  ]);
});

test('the document says so too', () => {
  const document = readFileSync(join(root, 'docs', 'performance.md'), 'utf8');
  expect(document).toContain(goalsOf(document));
});
