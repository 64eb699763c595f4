import { expect, test } from 'vitest';
import { type KeptMemory, KeptRules } from '../../src/rules/keptRules';
import type { StoredRule } from '../../src/core/ruleAdmin/storedRule';

/** The rules of a file, one a word: `deny:Bash(rm:*)`. */
function list(...rules: readonly string[]) {
  return {
    revision: rules.join(' '),
    rules: rules.map((text): StoredRule => {
      const [, action = '', pattern = ''] = /^(\w+):(.*)$/.exec(text) ?? [];
      if (action !== 'allow' && action !== 'ask' && action !== 'deny') throw new Error(text);
      return { id: text, action, pattern };
    }),
  };
}

/** A memory that outlives a window. */
function memory(): KeptMemory {
  let known: ReturnType<KeptMemory['read']> = {};
  return {
    read: () => known,
    write: next => {
      known = next;
    },
  };
}

const patterns = (rules: KeptRules['all']): string[] =>
  rules.map(({ action, pattern }) => `${action}:${pattern}`).toSorted();

test('a rule that forbids stays when it goes, one that allows does not', () => {
  const kept = new KeptRules(memory());
  expect(kept.gone('f', list('deny:Bash(rm:*)', 'ask:Bash(git push)', 'allow:Bash'))).toEqual([]);
  expect(patterns(kept.gone('f', list('ask:Bash(git push)')))).toEqual(['deny:Bash(rm:*)']);
  expect(patterns(kept.gone('f', list()))).toEqual(['ask:Bash(git push)', 'deny:Bash(rm:*)']);
  expect(patterns(kept.all)).toEqual(['ask:Bash(git push)', 'deny:Bash(rm:*)']);
});

test('one that is written differently, or becomes another action, stays too', () => {
  const kept = new KeptRules(memory());
  kept.gone('f', list('deny:Bash(rm:*)'));
  expect(patterns(kept.gone('f', list('deny:Bash(rm -r:*)')))).toEqual(['deny:Bash(rm:*)']);
  expect(patterns(kept.gone('f', list('ask:Bash(rm:*)')))).toEqual(['deny:Bash(rm -r:*)', 'deny:Bash(rm:*)']);
});

test('it stays over a reload, until it is back or a person lets it go', () => {
  const state = memory();
  new KeptRules(state).gone('f', list('deny:A', 'deny:B'));
  const next = new KeptRules(state);
  expect(patterns(next.gone('f', list()))).toEqual(['deny:A', 'deny:B']);
  expect(patterns(next.gone('f', list('deny:A')))).toEqual(['deny:B']);
  next.letGo([{ file: 'f', action: 'deny', pattern: 'B' }]);
  expect(next.gone('f', list('deny:A'))).toEqual([]);
  expect(patterns(new KeptRules(state).gone('f', list()))).toEqual(['deny:A']);
});

test('a person who takes it out here has agreed', () => {
  const kept = new KeptRules(memory());
  const before = list('deny:A', 'deny:B');
  kept.gone('f', before);
  kept.changedHere('f', before.rules, list('deny:B').rules);
  expect(kept.gone('f', list('deny:B'))).toEqual([]);
  expect(patterns(kept.gone('f', list()))).toEqual(['deny:B']);
});

test('what was let go in another file stays here', () => {
  const kept = new KeptRules(memory());
  kept.gone('f', list('deny:A'));
  kept.letGo([{ file: 'g', action: 'deny', pattern: 'A' }]);
  expect(patterns(kept.gone('f', list()))).toEqual(['deny:A']);
});

test('of thousands of rules each is looked at a few times, not once for each other one', () => {
  let looks = 0;
  const known = Array.from({ length: 1000 }, (_, at) => ({
    action: 'deny' as const,
    get pattern() {
      looks += 1;
      return `Bash(tool-${at}:*)`;
    },
  }));
  const kept = new KeptRules({ read: () => ({ f: known }), write() {} });
  const now = list(...Array.from({ length: 999 }, (_, at) => `deny:Bash(tool-${at + 1}:*)`));
  expect(patterns(kept.gone('f', now))).toEqual(['deny:Bash(tool-0:*)']);
  expect(looks).toBeLessThan(10_000);
});
