// What a part of a long conversation looks at when something else has changed.
import { expect, onTestFinished, test, vi } from 'vitest';
import { pickerOf } from '../../../webview-ui/state/picking';
import { Layered } from '../../../webview-ui/state/layered';

const names = ['a', 'b', undefined];
const start = new Layered(
  new Map([
    ['a', 'A'],
    ['b', 'B'],
    ['c', 'C'],
  ]),
);

test('nothing of its own is looked at while another part changes, and the list stays the same', () => {
  const pick = pickerOf<string>();
  const first = pick(names, start);
  expect(first).toEqual(['A', 'B', undefined]);
  const looks = vi.spyOn(Layered.prototype, 'get');
  onTestFinished(() => looks.mockRestore());
  const next = start.with(new Map([['c', 'C2']]));
  expect(pick(names, next)).toBe(first);
  expect(pick(names, next)).toBe(first);
  expect(looks).not.toHaveBeenCalled();
});

test('what changes is seen, once or again, also behind a change of another part and after many changes', () => {
  const pick = pickerOf<string>();
  pick(names, start);
  const one = start.with(new Map([['c', 'C2']]));
  const two = one.with(new Map([['b', 'B2']]));
  expect(pick(names, two)).toEqual(['A', 'B2', undefined]);
  let last: Layered<string> = two;
  for (let at = 0; at < 600; at++) last = last.with(new Map([[`x${at}`, 'X']]));
  expect(pick(names, last)).toEqual(['A', 'B2', undefined]);
  expect(pick(names, last.with(new Map([['a', 'A2']])))).toEqual(['A2', 'B2', undefined]);
  expect(pick(['c'], last)).toEqual(['C2']);
});

test('of what knows nothing of its changes all is looked at, where it is another one', () => {
  const pick = pickerOf<string>();
  const first = pick(['a'], new Map([['a', 'A']]));
  expect(pick(['a'], new Map([['a', 'B']]))).toEqual(['B']);
  expect(first).toEqual(['A']);
});
