import { expect, onTestFinished, test, vi } from 'vitest';
import type { TranscriptItem } from '../../../src/core/transcript/items';
import { changed, nothingPlaced, placed } from '../../../webview-ui/state/placing';

const line = (at: number, text = 'Line'): TranscriptItem => ({ kind: 'user', id: `u${at}`, text });
const text = (words: string): TranscriptItem => ({ kind: 'text', id: 't', text: words, settled: false });

test('a line at the end of ten thousand, and a word at the end of the last, cost no copy of them', () => {
  let state = placed(
    nothingPlaced,
    Array.from({ length: 10_000 }, (_, at) => line(at)),
  );
  // Whoever makes a map of another one sets each entry of it.
  const entries = vi.spyOn(Map.prototype, 'set');
  onTestFinished(() => entries.mockRestore());
  for (let at = 10_000; at < 10_100; at++) state = changed(state, [{ type: 'put', item: line(at) }]);
  state = changed(state, [{ type: 'put', item: text('') }]);
  for (let word = 0; word < 100; word++) state = changed(state, [{ type: 'append', id: 't', text: 'w' }]);
  expect(entries.mock.calls.length).toBeLessThan(200 * 200);
  entries.mockRestore();
  expect(state.items.get('t')).toEqual(text('w'.repeat(100)));
  expect([state.order.length, state.items.copied().size]).toEqual([10_101, 10_101]);
});

test('what replaces another is found in its place, however much came after it', () => {
  let state = placed(nothingPlaced, [line(0), line(1)]);
  for (let at = 2; at < 1000; at++)
    state = changed(state, [
      { type: 'put', item: line(at) },
      { type: 'put', item: line(0, `After ${at}`) },
    ]);
  expect(state.items.get('u0')).toEqual(line(0, 'After 999'));
  expect(state.order.slice(0, 3)).toEqual(['u0', 'u1', 'u2']);
  expect([state.items.has('u1'), state.items.has('u1000')]).toEqual([true, false]);
});

test('of one batch a text is put, made longer, and put anew', () => {
  const state = changed(nothingPlaced, [
    { type: 'put', item: text('One') },
    { type: 'append', id: 't', text: ' two' },
    { type: 'append', id: 'nobody', text: ' lost' },
    { type: 'put', item: text('Three') },
    { type: 'append', id: 't', text: ' four' },
  ]);
  expect([...state.items.copied().values()]).toEqual([text('Three four')]);
  expect(state.order).toEqual(['t']);
});
