// What we want beside what the tables of docs/performance.md say, so that nobody has to write down by hand where we are.

/**
 * A table as it stands in the document: what a cell says as a number, by its row and its column.
 * @typedef {(part: string, row: string, column?: string) => number | undefined} Cells
 * @typedef {{ says: string, holds: boolean }} Found
 */

const notPeers = ['what', 'floor', 'Latch', 'Latch in memory', 'Latch with its window'];

/** @param {string} document @returns {Readonly<Record<string, readonly (readonly string[])[]>>} */
function tablesOf(document) {
  const parts = document.matchAll(/<!-- (\w+): made by [^>]*-->([^]*?)<!-- end of \1 -->/g);
  return Object.fromEntries(
    Array.from(parts, ([, name, text = '']) => [
      name,
      text
        .split('\n')
        .filter(line => line.startsWith('|'))
        .map(line =>
          line
            .split('|')
            .slice(1, -1)
            .map(cell => cell.trim()),
        ),
    ]),
  );
}

/** @param {number} value @param {number} most @param {string} unit @returns {Found} */
const atMost = (value, most, unit) => ({ says: `${value} ${unit}`, holds: value <= most });
/** @param {number} value @param {number} least @param {string} unit @returns {Found} */
const atLeast = (value, least, unit) => ({ says: `${value} ${unit}`, holds: value >= least });
/** @param {number} ours @param {number} theirs @param {number} most @returns {Found} */
const times = (ours, theirs, most) => ({ says: `${(ours / theirs).toFixed(1)} ×`, holds: ours / theirs <= most });

/**
 * The limits of the tables, each with what is found of it; nothing where it was not measured.
 * @param {Cells} cell @param {(part: string, row: string) => number | undefined} bestPeer
 * @returns {readonly (readonly [string, string, readonly (Found | undefined)[]])[]}
 */
const goals = (cell, bestPeer) => {
  const given = (
    /** @type {(...values: number[]) => Found} */ found,
    /** @type {(number | undefined)[]} */ ...values
  ) => (values.every(value => value !== undefined) ? found(...values) : undefined);
  const value = (
    /** @type {string} */ part,
    /** @type {string} */ row,
    /** @type {number} */ most,
    /** @type {string} */ unit,
  ) => given(it => atMost(it, most, unit), cell(part, row));
  const open = (/** @type {string} */ row) => given(it => atLeast(it, 15, 'k/s'), cell('burst', row));
  const files = [
    'a file, p99',
    '`Bash(* x *)`, p99',
    '`Read(**/x*/**)`, p99',
    'deny rules and a program that is a variable, p99',
  ];
  return [
    [
      'an ask by a rule, time of the processor, with its record in memory',
      '1.5 × the best peer',
      [
        given(
          (ours, theirs) => times(ours, theirs, 1.5),
          cell('asks', 'time of the processor per ask', 'Latch in memory'),
          bestPeer('asks', 'time of the processor per ask'),
        ),
      ],
    ],
    [
      'the same with its record on the disk, median',
      '1.5 × one append and data sync',
      [
        given(
          (ours, disk) => times(ours, disk, 1.5),
          cell('asks', 'an ask, median'),
          cell('asks', 'one append and data sync, median', 'floor'),
        ),
      ],
    ],
    ['2,000 and 10,000 asks at once', '15 k/s, flat', [open('2,000 at once'), open('10,000 at once')]],
    ['the first ask', '2 ms', [value('asks', 'first ask', 2, 'ms')]],
    [
      'an ask behind 1,000 pieces of text',
      '300 µs',
      [value('streams', 'an ask behind 1,000 pieces of text', 300, 'µs')],
    ],
    ['200,000 pieces of text', '130 ms', [value('streams', '200,000 pieces of text', 130, 'ms')]],
    ['an input of 1 MB', '3 ms', [value('streams', 'an input of 1 MB', 3, 'ms')]],
    ['a line of 50 MB', '130 ms', [value('streams', 'a line of 50 MB', 130, 'ms')]],
    [
      'among 10,000 rules, p99: files, `Bash(* x *)`, `Read(**/x*/**)`, a program that is a variable',
      '1 ms',
      files.map(row => value('rules', row, 1000, 'µs')),
    ],
    [
      'a verdict by rules of a team, there and away, median',
      '1.2 × the same rules in a file',
      ['a command among 10,000 rules, median', 'while their database is away, median'].map(row =>
        given(
          (ours, inFile) => times(ours, inFile, 1.2),
          cell('team', row),
          bestPeer('team', 'a command among 10,000 rules, median'),
        ),
      ),
    ],
    [
      '10,000 and 50,000 calls, until they are shown',
      '0.15 and 0.6 s',
      [
        value('sessions', '10,000 calls, until they are shown', 150, 'ms'),
        value('sessions', '50,000 calls, until they are shown', 600, 'ms'),
      ],
    ],
    [
      'memory for 10,000 and 20,000 calls',
      '25 MB, flat after',
      ['memory for 10,000 calls', 'memory for 20,000 calls'].map(row => value('sessions', row, 25, 'MB')),
    ],
    [
      'the entry of the extension',
      '100 KB, 8 ms',
      [value('start', 'of JavaScript', 100, 'KB'), value('start', 'loaded and run once', 8, 'ms')],
    ],
    [
      'ask to card painted, p50 and p95',
      '17 and 25 ms',
      [
        value('workbench', 'ask to card painted, median', 17, 'ms'),
        value('workbench', 'ask to card painted, p95', 25, 'ms'),
      ],
    ],
    ['click to recorded answer', '6 ms', [value('workbench', 'click to recorded answer, median', 6, 'ms')]],
    [
      '100 KB of Markdown in 2,000 pieces, by frames as they are drawn: in sum, and worst',
      '300 and 8 ms',
      [
        value('page', 'the pieces of a frame more, in sum', 300, 'ms'),
        value('page', 'the pieces of a frame more, worst', 8, 'ms'),
      ],
    ],
    [
      'a task of the page while texts that nobody would write are drawn: a reply, an output, a change, an error',
      '50 ms',
      [
        'the longest task while a reply that nobody would write is drawn and scrolled, of eight',
        'the same of what a command printed',
        'the same of a change of 800 lines',
        'the same of an error',
      ].map(row => value('page', row, 50, 'ms')),
    ],
    ['a line more behind 10,000', '2 ms', [value('page', 'a line more behind 10,000, median', 2, 'ms')]],
    [
      'what `@` finds among 50,000 files',
      '150 ms',
      [value('page', 'what `@` finds among 50,000 files, the slowest of five words', 150, 'ms')],
    ],
  ];
};

/** What the tables of a document say of what we want: title, limit, what is, and whether it is held. @param {string} document */
export function goalRows(document) {
  const tables = tablesOf(document);
  /** @param {string} part @param {string} row @returns {Readonly<Record<string, number>>} */
  const numbers = (part, row) => {
    const [head = [], ...rows] = tables[part] ?? [];
    const cells = rows.find(([title]) => title === row) ?? [];
    return Object.fromEntries(
      head.map((name, at) => [name, Number.parseFloat(cells[at] ?? '')]).filter(([, it]) => !Number.isNaN(it)),
    );
  };
  const bestPeer = (/** @type {string} */ part, /** @type {string} */ row) => {
    const peers = Object.entries(numbers(part, row)).filter(
      ([name]) => !notPeers.includes(name) && !name.includes('to the'),
    );
    return peers.length > 0 ? Math.min(...peers.map(([, value]) => value)) : undefined;
  };
  return goals((part, row, column = 'Latch') => numbers(part, row)[column], bestPeer).map(([work, limit, found]) => {
    const says = found.map(it => it?.says ?? 'not measured').join(', ');
    const holds = found.every(it => it?.holds === true) ? 'held' : found.some(it => it && !it.holds) ? 'missed' : '–';
    return [work, limit, says, holds];
  });
}
