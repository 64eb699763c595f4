import { expect, test } from 'vitest';
import { AnalysisMemo, findingsOf, type PlacedRule } from '../../../src/core/analysis/findings';
import { Random } from '../../support/random';

const rule = (pattern: string, more: Partial<PlacedRule> = {}): PlacedRule => {
  return { action: 'ask', pattern, scope: 'project', root: '/w', file: '/w/.latch/rules.json', ...more };
};

/** A disk that counts how often it is asked. */
function disk() {
  const asked: string[] = [];
  const matches = (_: string, segments: readonly string[]): boolean => {
    asked.push(segments.join('/'));
    return false;
  };
  return { asked, facts: { workspace: ['/w'], home: '/home/me', revision: 1, matches } };
}

test('an edit in 5,000 rules weighs the one that it changes and those that it covers, and asks the disk for no other', () => {
  const memo = new AnalysisMemo();
  const { asked, facts } = disk();
  const rules = Array.from({ length: 5000 }, (_, at) =>
    rule(at % 2 === 0 ? `Bash(tool-${at} run:*)` : `Edit(./src/${at}/**)`, { line: at + 1 }),
  );
  const look = (list: readonly PlacedRule[]): readonly string[] =>
    findingsOf(list, { now: 0, memo, disk: facts }).map(({ kind, place }) => `${place} ${kind}`);
  expect(look(rules)).toHaveLength(2500);
  expect([memo.rules.weighed, asked.length]).toEqual([5000, 2500]);

  // What is typed in one rule; the lines of those behind it are others then.
  const edited = rules.map((it, at) => (at === 2400 ? rule('Bash(tool-8 run x)') : rule(it.pattern, { line: at + 2 })));
  expect(look(edited)).toContain('2400 shadowed');
  expect([memo.rules.weighed, asked.length]).toEqual([5001, 2500]);

  // One more at the beginning, which covers another one.
  const more = [rule('Bash(tool-4998:*)'), ...edited];
  expect(look(more)).toContain('4999 shadowed');
  expect([memo.rules.weighed, asked.length]).toEqual([5003, 2500]);

  // It goes again.
  expect(look(edited)).not.toContain('4998 shadowed');
  expect([memo.rules.weighed, asked.length]).toEqual([5004, 2500]);
});

test('whatever is edited, it finds what a first look finds', () => {
  const random = new Random(11);
  const patterns =
    'Bash|Bash(npm:*)|Bash(npm run:*)|Bash(npm run x)|Bash(npm run x:*)|Bash(a|Bsh(x)|Edit(./src/**)|Edit(./src/a)|Edit|WebFetch|WebFetch(domain:a.com)|mcp__a__b|Read(/etc/x)'.split(
      '|',
    );
  const one = (): PlacedRule =>
    rule(random.pick(patterns), {
      action: random.pick(['allow', 'ask', 'deny'] as const),
      scope: random.pick(['project', 'user'] as const),
      line: random.below(100),
      ...(random.chance(20) ? { expires: random.below(400) } : {}),
      ...(random.chance(20) ? { beside: { examples: { match: ['npm run x'] }, odd: 1 } } : {}),
    });
  const memo = new AnalysisMemo();
  let rules: readonly PlacedRule[] = [];
  for (let round = 0; round < 150; round += 1) {
    const at = random.below(rules.length + 1);
    const gone = random.below(3);
    const come = Array.from({ length: rules.length > 30 ? 0 : random.below(3) }, one);
    rules = [...rules.slice(0, at), ...come, ...rules.slice(at + gone)];
    const tools = round % 7 < 3 ? ['mcp__a__b'] : [];
    const facts = { now: round, tools, disk: disk().facts };
    expect(findingsOf(rules, { ...facts, memo })).toEqual(findingsOf(rules, facts));
  }
});
