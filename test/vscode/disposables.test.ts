import { expect, test } from 'vitest';
import { Disposables } from '../../src/vscode/disposables';

test('parts end together, once, in the order in which they came; one that comes later ends at once', () => {
  const ended: string[] = [];
  const part = (name: string) => ({ dispose: () => void ended.push(name) });
  const parts = new Disposables();
  const first = part('first');
  expect(parts.add(first)).toBe(first);
  parts.add(part('second'));
  expect(ended).toEqual([]);
  parts.dispose();
  parts.dispose();
  expect(ended).toEqual(['first', 'second']);
  parts.add(part('late'));
  expect(ended).toEqual(['first', 'second', 'late']);
});
