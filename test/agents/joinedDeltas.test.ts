import { expect, test } from 'vitest';
import { JoinedDeltas } from '../../src/agents/joinedDeltas';
import { decode } from '../../src/core/claude/decode';
import { type ClaudeState, initialClaude } from '../../src/core/claude/state';
import type { AgentEvent } from '../../src/core/call/events';
import { Random } from '../support/random';

const session = '4f4d6dd1-156a-4c25-97dc-ba06928f5d7a';
const id = (count: number): string => `91c98eb0-2441-4a23-a0da-${String(count).padStart(12, '0')}`;

/** As both versions of Claude Code write it: the newer one has the id of the message at the end. */
function delta(count: number, text: string, more: object = {}, index = 0, kind = 'text'): string {
  const event = { type: 'content_block_delta', index, delta: { type: `${kind}_delta`, [kind]: text } };
  return JSON.stringify({
    type: 'stream_event',
    event,
    session_id: session,
    parent_tool_use_id: null,
    uuid: id(count),
    ...more,
  });
}

const start = JSON.stringify({ type: 'stream_event', event: { type: 'message_start', message: { id: 'msg_1' } } });

/** The lines that come out, with a word for each that went in as it is. */
function joined(lines: readonly string[]): string[] {
  const out: string[] = [];
  const joining = new JoinedDeltas(line => out.push(line));
  for (const line of lines) joining.push(line);
  joining.flush();
  return out;
}

test.each([
  ['two of one block', [delta(1, 'one '), delta(2, 'two')], [delta(1, 'one two')]],
  [
    'two of the newer version',
    [delta(1, 'one ', { api_message_id: 'msg_1' }), delta(2, 'two', { api_message_id: 'msg_1' })],
    [delta(1, 'one two', { api_message_id: 'msg_1' })],
  ],
  [
    'what is thought',
    [delta(1, 'h', {}, 0, 'thinking'), delta(2, 'm', {}, 0, 'thinking')],
    [delta(1, 'hm', {}, 0, 'thinking')],
  ],
  ['quotes, lines, a tab', [delta(1, 'a "b"\n'), delta(2, '\\"}},\t€')], [delta(1, 'a "b"\n\\"}},\t€')]],
  ['what ends in a backslash', [delta(1, 'a\\'), delta(2, '\\')], [delta(1, 'a\\\\')]],
  ['one alone', [delta(1, 'one')], [delta(1, 'one')]],
  ['of another block', [delta(1, 'one'), delta(2, 'two', {}, 1)], [delta(1, 'one'), delta(2, 'two', {}, 1)]],
  [
    'text after a thought',
    [delta(1, 'one', {}, 0, 'thinking'), delta(2, 'two')],
    [delta(1, 'one', {}, 0, 'thinking'), delta(2, 'two')],
  ],
  [
    'of a subagent',
    [delta(1, 'one'), delta(2, 'two', { parent_tool_use_id: 'toolu_1' })],
    [delta(1, 'one'), delta(2, 'two', { parent_tool_use_id: 'toolu_1' })],
  ],
  ['with another line between', [delta(1, 'one'), start, delta(2, 'two')], [delta(1, 'one'), start, delta(2, 'two')]],
])('%s', (_, lines, wanted) => expect(joined(lines)).toEqual(wanted));

test.each([
  ['a key that stands there twice', `${delta(1, 'one').slice(0, -1)},"type":"control_request"}`],
  ['another event', `${delta(1, 'one').slice(0, -1)},"event":{"type":"message_stop"}}`],
  ['an object behind it', delta(1, 'one', { more: { type: 'x' } })],
  ['a raw line end', delta(1, 'one').replace('one', 'o\u0001ne')],
  ['an escape that is none', delta(1, 'one').replace('one', String.raw`o\xne`)],
  ['half an escape', delta(1, 'one').replace('one', String.raw`one\u12`)],
  ['no end', delta(1, 'one').slice(0, -1)],
  ['nothing', ''],
])('%s: passed on as it is, before and behind a delta', (_, line) => {
  const second = line.replace(id(1), id(2));
  expect(joined([line, second])).toEqual([line, second]);
  expect(joined([delta(3, 'a'), line, delta(4, 'b')])).toEqual([delta(3, 'a'), line, delta(4, 'b')]);
});

/** What they say, with texts that follow each other in one. */
function told(lines: readonly string[]): AgentEvent[] {
  const events: AgentEvent[] = [];
  let state: ClaudeState = initialClaude;
  for (const line of lines) {
    const [next, found] = decode(state, JSON.parse(line));
    state = next;
    for (const event of found) {
      const last = events.at(-1);
      if (event.type === 'delta' && last?.type === 'delta' && last.id === event.id && last.kind === event.kind)
        events[events.length - 1] = { ...last, text: last.text + event.text };
      else events.push(event);
    }
  }
  return events;
}

test('any stream says the same, in the same order', () => {
  const random = new Random(18);
  const pieces = ['word ', '"', '\\', '\\\\"', '"}},', '\n', '🎉', '\ud83c', '\udf89', '{"type":"x"}', '', '"uuid":"'];
  let fewer = 0;
  for (let round = 0; round < 2000; round += 1) {
    const lines = [start];
    for (let count = 0; count < 12; count += 1) {
      const text = Array.from({ length: random.below(4) }, () => pieces[random.below(pieces.length)]).join('');
      const index = random.chance(20) ? 1 : 0;
      const more = random.chance(20) ? { api_message_id: 'msg_1' } : {};
      if (random.chance(10))
        lines.push(
          JSON.stringify({ type: 'stream_event', event: { type: 'content_block_start', index, content_block: {} } }),
        );
      lines.push(delta(count, text, more, index, random.chance(20) ? 'thinking' : 'text'));
    }
    const out = joined(lines);
    fewer += lines.length - out.length;
    expect(told(out)).toEqual(told(lines));
  }
  expect(fewer).toBeGreaterThan(4000);
});
