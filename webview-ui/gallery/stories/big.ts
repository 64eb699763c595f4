import type { TranscriptItem } from '../../../src/core/transcript/items';
import { cardFrom } from '../samples/sample';
import { inState, screen, type Story, waiting } from './story';

/** A conversation of many days. */
export function longStory(): Story {
  const long = Array.from(
    { length: 100_000 },
    (_, place): TranscriptItem =>
      place % 4 === 3
        ? { kind: 'user', id: `item-${place}`, text: `Go on with step ${place}.` }
        : {
            kind: 'text',
            id: `item-${place}`,
            text: `Step **${place}** is done: \`src/step${place}.ts\`.`,
            settled: true,
          },
  );
  return { name: 'long-conversation', group: 'views', snapshot: screen([inState(waiting('bash'), 'done')], long) };
}

/** Inputs of a size that nobody reads but everybody must be able to decide on. */
export function bigStories(): readonly Story[] {
  const command = `echo ${'x'.repeat(1_000_000)}; ${'printf "%s\\n" line;\n'.repeat(50_000)} rm -rf /tmp/end`;
  const before = Array.from({ length: 50_000 }, (_, line) => `line ${line}`).join('\n');
  const after = Array.from({ length: 50_000 }, (_, line) => (line % 3 === 0 ? `changed ${line}` : `line ${line}`)).join(
    '\n',
  );
  const path = '/home/ana/shop/data.txt';
  const write = cardFrom('big', {
    kind: 'file_write',
    tool: 'Write',
    input: { file_path: path, content: after },
    file: { path, before, stale: false },
  });
  return [
    { name: 'big-command', group: 'big', snapshot: screen([{ ...waiting('bash'), input: { command }, because: [] }]) },
    { name: 'big-diff', group: 'big', snapshot: screen([write]) },
    {
      name: 'big-name',
      group: 'big',
      snapshot: screen([cardFrom('name', { kind: 'other', tool: 'VeryLongName'.repeat(42), input: {} })]),
    },
  ];
}
