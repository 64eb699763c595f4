import { expect, test } from 'vitest';
import {
  added,
  emptyQueue,
  holding,
  moved,
  put,
  type Queue,
  takeable,
  viewOf,
  without,
} from '../../../src/core/message/queue';

const queueOf = (...ids: readonly string[]): Queue => ids.map(id => ({ id, text: id })).reduce(added, emptyQueue);
const order = ({ all }: Queue): string => all.map(({ message }) => message.id).join(' ');

test.each([
  ['a', 1, 'b a c'],
  ['c', -1, 'a c b'],
  ['a', -1, 'a b c'],
  ['c', 1, 'a b c'],
  ['nobody', 1, 'a b c'],
] as const)('%s moved by %i: %s', (id, by, expected) => {
  expect(order(moved(queueOf('a', 'b', 'c'), id, by))).toBe(expected);
});

test('what the agent has, or a person is asked about, is not moved and not taken', () => {
  const queue = put(put(queueOf('a', 'b', 'c'), 'a', 'given'), 'b', 'asks');
  expect(order(moved(queue, 'c', -1))).toBe('a b c');
  expect(takeable(queue).map(({ id }) => id)).toEqual(['c']);
  expect(takeable(queue, 'a')).toEqual([]);
});

test('nothing is held where nothing waits, and an empty queue is not shown', () => {
  expect(holding(emptyQueue, 'stopped')).toEqual(emptyQueue);
  expect(viewOf(without(queueOf('a'), ['a']))).toBeUndefined();
});

test('of a long text the chat is told the beginning, and of files how many there are', () => {
  const file = { kind: 'image', name: 'a.png', mediaType: 'image/png', data: 'x'.repeat(1_000_000) } as const;
  const queue = holding(added(emptyQueue, { id: 'a', text: 'x'.repeat(1_000_000), attachments: [file] }), 'failed');
  expect(viewOf(queue)).toEqual({
    rows: [{ id: 'a', text: 'x'.repeat(300), attachments: 1, standing: 'waits' }],
    held: 'failed',
  });
});
