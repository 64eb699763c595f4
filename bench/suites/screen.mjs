// What a person sees: the page in a browser, and Latch in a real workbench.
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

const script = (/** @type {string} */ name) => ({
  name: 'Latch',
  command: process.execPath,
  args: [join(root, 'bench', `${name}.mjs`)],
});
const row = (/** @type {string} */ name, /** @type {string} */ title) => ({ row: name, title, unit: 'ms', digits: 1 });

export const page = {
  title: 'The page',
  repetitions: 2,
  contenders: () => [
    script('conversation'),
    script('oddTexts'),
    { name: 'Latch', command: process.execPath, args: [join(root, 'out', 'bench', 'completion.cjs')] },
  ],
  rows: [
    row('markdown.middle', 'a piece more of 100 KB of Markdown, median'),
    row('markdown.worst', 'a piece more of 100 KB of Markdown, worst'),
    row('markdown.sum', '2,000 pieces of it, one by one, in sum'),
    row('markdown in frames.middle', 'the pieces of a frame more, median'),
    row('markdown in frames.worst', 'the pieces of a frame more, worst'),
    row('markdown in frames.sum', 'the pieces of a frame more, in sum'),
    row('line.middle', 'a line more behind 10,000, median'),
    row('line.worst', 'a line more behind 10,000, worst'),
    row('long reply.worst', 'a reply of 5 MB at once'),
    row('odd reply', 'the longest task while a reply that nobody would write is drawn and scrolled, of eight'),
    row('odd result', 'the same of what a command printed'),
    row('odd change', 'the same of a change of 800 lines'),
    row('odd notice', 'the same of an error'),
    row('first paint.middle', 'first paint of a page that comes back, median'),
    { row: 'hour.half', title: 'memory of the page after half an hour at full speed', unit: 'MB', digits: 1 },
    { row: 'hour.end', title: 'the same after the hour', unit: 'MB', digits: 1 },
    row('completion.50000', 'what `@` finds among 50,000 files, the slowest of five words'),
    row('completion.500000', 'the same among 500,000'),
    row('completion.made50000', '50,000 files made ready for it'),
  ],
};

export const workbench = {
  title: 'In a real workbench',
  // Thirty asks in each of two windows: a window takes most of a minute.
  repetitions: 1,
  contenders: () => [script('workbench')],
  rows: [
    row('painted.p50', 'ask to card painted, median'),
    row('painted.p95', 'ask to card painted, p95'),
    row('arrived.p50', 'of that, until the page has it, median'),
    row('made.p50', 'from there until the card is made, median'),
    row('paintedBehind.p50', 'the same behind 2,000 pieces of text, median'),
    row('paintedBehind.p95', 'the same behind 2,000 pieces of text, p95'),
    row('answered.p50', 'click to recorded answer, median'),
    row('answered.p95', 'click to recorded answer, p95'),
    row('shown.p50', 'click until the call shows as decided, median'),
    row('shown.p95', 'click until the call shows as decided, p95'),
    row('headless.p50', 'the same exchange by a rule and without a page, median'),
  ],
};
