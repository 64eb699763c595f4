import { expect, test } from 'vitest';
import { BroughtGuard } from '../../src/session/broughtGuard';
import type { RepositoryChoice } from '../../src/core/session/repository';

/** A guard of an agent that took this, in a repository of which it may take that; and what it did. */
function guarded(took: RepositoryChoice | undefined, may: RepositoryChoice) {
  const state = { took, may, runs: false };
  const did: string[] = [];
  const guard = new BroughtGuard({
    took: () => state.took,
    may: () => Promise.resolve(state.may),
    runs: () => state.runs,
    stop: async () => {
      did.push('stops');
      state.took = undefined;
    },
  });
  return { guard, state, did };
}

test.each<[RepositoryChoice | undefined, RepositoryChoice, readonly string[]]>([
  ['all', 'all', []],
  ['all', 'none', ['stops']],
  ['all', 'instructions', ['stops']],
  ['instructions', 'none', []],
  ['none', 'all', []],
  [undefined, 'none', []],
])('an agent that took %s where it may take %s', async (took, may, expected) => {
  const { guard, did } = guarded(took, may);
  await Promise.all([guard.look(), guard.look()]);
  expect(did).toEqual(expected);
});

test('what runs is waited for, once', async () => {
  const { guard, state, did } = guarded('all', 'none');
  state.runs = true;
  await guard.look();
  await guard.look();
  await guard.settle();
  expect(did).toEqual([]);
  state.runs = false;
  await Promise.all([guard.settle(), guard.settle()]);
  expect(did).toEqual(['stops']);
});
