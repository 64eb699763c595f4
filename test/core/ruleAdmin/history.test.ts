import { quoted } from '../../../src/core/texts/sentence';
import { describe, test } from 'vitest';
import { expect } from '../../support/inWords';
import type { DecidedBy } from '../../../src/core/call/call';
import type { JournalRecord } from '../../../src/core/journal/journal';
import { distinctCalls, type PastCall, pastCalls } from '../../../src/core/journal/pastCalls';
import { repeatedCalls, unusedRules } from '../../../src/core/ruleAdmin/offers';
import { previewRules } from '../../../src/core/ruleAdmin/preview';
import { type Context, parseRule, plainContext, type ScopedRule } from '../../../src/core/rules';
import { refKey, type Action } from '../../../src/core/call/ruleRef';
import { ruleRows, isShown } from '../../../src/core/ruleAdmin/table';
import { historyOf, linesOf } from '../support/history';
import type { StoredRule } from '../../../src/core/ruleAdmin/storedRule';

const day = 86_400_000;
const context: Context = { ...plainContext('/work'), home: '/home/me', trusted: true, now: 1000 * day };
const person: DecidedBy = { kind: 'person' };
let number = 0;
const call = (command: string, by: DecidedBy = person, more: Partial<PastCall> = {}): PastCall => ({
  sessionId: 's',
  toolCallId: `t${(number += 1)}`,
  tool: 'Bash',
  input: { command },
  cwd: '/work',
  at: `2026-01-01T00:00:${String(number % 60).padStart(2, '0')}.000Z`,
  choice: 'allow',
  by,
  edited: false,
  ...more,
});
const times = (count: number, one: () => PastCall): PastCall[] => Array.from({ length: count }, one);
const scoped = (action: Action, pattern: string, id = pattern): ScopedRule => ({
  action,
  pattern,
  root: '/work',
  source: { scope: 'user', id },
});

test('the calls of a journal are read with what became of them', () => {
  const records: JournalRecord[] = [
    { type: 'session_started', sessionId: 's', cliSessionId: 'c', cwd: '/work', title: '' },
    {
      type: 'proposed',
      toolCallId: 'a',
      batchId: 'b',
      tool: 'Bash',
      kind: 'bash',
      input: { value: { command: 'ls' }, sha256: '' },
    },
    {
      type: 'proposed',
      toolCallId: 'b',
      batchId: 'b',
      tool: 'Read',
      kind: 'other',
      input: { value: null, sha256: '' },
    },
    { type: 'interaction_response', toolCallId: 'a', number: 1, choice: 'deny', by: person, edited: true },
    { type: 'interaction_response', toolCallId: 'unknown', number: 1, choice: 'allow', by: person },
  ];
  const base = { sessionId: 's', cwd: '/work' };
  expect(pastCalls(historyOf(linesOf(...records)))).toEqual([
    {
      ...base,
      toolCallId: 'a',
      tool: 'Bash',
      input: { command: 'ls' },
      at: 't1',
      edited: true,
      choice: 'deny',
      by: person,
    },
    { ...base, toolCallId: 'b', tool: 'Read', input: {}, at: 't2', edited: false },
  ]);
});

describe('a rule that is tried on what happened', () => {
  const calls = [call('npm run build'), call('npm run test'), call('npm install'), call('npm run x && rm -rf y')];
  const preview = (added: readonly ScopedRule[], rules: readonly ScopedRule[] = [], card = 'npm run test') =>
    previewRules({
      rules,
      added,
      isGone: () => false,
      calls,
      card: { tool: 'Bash', input: { command: card }, cwd: '/work' },
      context,
    });

  test('says what it matches, what it changes, and that the card would pass', () => {
    expect(preview([scoped('allow', 'Bash(npm run:*)', 'new')])).toMatchObject({
      calls: 4,
      matched: 3,
      changed: { allow: 2, ask: 0, deny: 0 },
      card: { verdict: 'allow' },
    });
  });

  test('shows changed calls first, and that a chain still asks', () => {
    const { examples } = preview([scoped('allow', 'Bash(npm run:*)', 'new')]);
    expect(examples.map(it => `${it.text}: ${it.before} -> ${it.after}`)).toEqual([
      'npm run test: ask -> allow',
      'npm run build: ask -> allow',
      'npm run x && rm -rf y: ask -> ask',
    ]);
  });

  test('says why the card would still ask', () => {
    const found = preview([scoped('allow', 'Bash(npm run:*)', 'new')], [scoped('ask', 'Bash(npm run test)')]);
    expect(found.card).toEqual({ verdict: 'ask', reason: 'The user rule Bash(npm run test) asks about this.' });
  });

  test('that cannot be read says where it is wrong', () => {
    expect(preview([scoped('allow', 'Bash(npm && x)')])).toMatchObject({ problem: { at: 9 }, calls: 0, examples: [] });
  });

  test('may be one that goes', () => {
    const rules = [scoped('deny', 'Bash(npm install)', 'gone')];
    const found = previewRules({ rules, added: [], isGone: source => source.id === 'gone', calls, context });
    expect(found).toMatchObject({ matched: 1, changed: { allow: 0, ask: 1, deny: 0 } });
    expect(found.examples).toMatchObject([{ text: 'npm install', before: 'deny', after: 'ask' }]);
  });
});

describe('what a person allowed again and again', () => {
  const offers = (calls: readonly PastCall[], rules: readonly ScopedRule[] = [], dismissed: readonly string[] = []) =>
    repeatedCalls(calls, { rules, context }, key => dismissed.includes(key));

  test('is offered as its narrowest rule, the most frequent first', () => {
    const calls = [...times(5, () => call('npm run lint')), ...times(14, () => call('npm test'))];
    const found = offers(calls);
    expect(found).toEqual([
      { kind: 'repeated', key: 'repeated Bash npm test', text: 'npm test', times: 14, patterns: ['Bash(npm test)'] },
      {
        kind: 'repeated',
        key: 'repeated Bash npm run lint',
        text: 'npm run lint',
        times: 5,
        patterns: ['Bash(npm run lint)'],
      },
    ]);
    for (const it of found)
      for (const pattern of it.kind === 'repeated' ? it.patterns : [])
        expect(parseRule(pattern, 'allow')).toHaveProperty('rule');
  });

  test.each<[string, readonly PastCall[], readonly ScopedRule[], readonly string[]]>([
    ['four times are too few', times(4, () => call('npm test')), [], []],
    ['rules decided it', times(9, () => call('npm test', { kind: 'rule', rule: 'x', reason: quoted('') })), [], []],
    ['it was denied', times(9, () => call('npm test', person, { choice: 'deny' })), [], []],
    ['it was edited first', times(9, () => call('npm test', person, { edited: true })), [], []],
    ['a rule allows it by now', times(9, () => call('npm test')), [scoped('allow', 'Bash(npm test)')], []],
    ['a rule forbids it by now', times(9, () => call('npm test')), [scoped('deny', 'Bash(npm:*)')], []],
    ['nobody wants to hear of it', times(9, () => call('npm test')), [], ['repeated Bash npm test']],
    ['no rule would be narrow enough', times(9, () => call('rm -rf dist')), [], []],
  ])('is not offered when %s', (_, calls, rules, dismissed) => {
    expect(offers(calls, rules, dismissed)).toEqual([]);
  });
});

describe('the table of rules', () => {
  const stored = (id: string, action: Action, pattern: string, more: Partial<StoredRule> = {}): StoredRule => ({
    id,
    action,
    pattern,
    ...more,
  });
  const old = { created: { at: 100 * day, by: 'panel' as const } };
  const rows = ruleRows(
    [
      {
        scope: 'project',
        root: '/work',
        allows: false,
        rules: [stored('a', 'allow', 'Bash(make)'), stored('b', 'deny', 'Bash(git push:*)')],
      },
      {
        scope: 'user',
        root: '/home/me',
        allows: true,
        rules: [
          stored('c', 'allow', 'Bash(make)', old),
          stored('d', 'allow', 'Bash(git push)', old),
          stored('e', 'deny', 'Bash(', old),
          stored('f', 'deny', 'Bash(dd:*)', old),
        ],
      },
      { scope: 'claude', root: '', allows: true, rules: [stored('g', 'allow', 'Bash')] },
    ],
    {
      sessionId: undefined,
      now: context.now,
      hitsOf: ref => (refKey(ref) === 'user:d' ? { count: 3, last: 950 * day } : undefined),
    },
  );

  test('marks what is weak', () => {
    expect(rows.map(row => `${refKey(row.ref)}: ${row.marks.map(it => it.kind).join(', ')}`)).toEqual([
      'project:a: notAccepted',
      'project:b: ',
      'user:c: shadowed, unused',
      'user:d: contradicted',
      'user:e: invalid',
      'user:f: ',
      'claude:g: broad',
    ]);
  });

  test('says by which rule another one is covered', () => {
    expect(rows[3]?.marks).toMatchObject([
      {
        by: { scope: 'project', id: 'b' },
        reason: 'It never decides: deny Bash(git push:*) (project) comes first.',
      },
    ]);
  });

  test('tells how often a rule was needed, and what cannot be changed', () => {
    expect(rows[3]).toMatchObject({ hits: 3, lastHit: 950 * day, readOnly: false, toolName: 'Bash' });
    expect(rows[6]).toMatchObject({ hits: 0, readOnly: true });
  });

  test('can be filtered', () => {
    const shown = (filter: Parameters<typeof isShown>[1]): string[] =>
      rows.filter(row => isShown(row, filter)).map(row => row.rule.id);
    expect([shown({ scope: 'project' }), shown({ text: 'PUSH' }), shown({ toolName: 'Edit' })]).toEqual([
      ['a', 'b'],
      ['b', 'd'],
      [],
    ]);
  });

  test('offers allow rules for removal that nothing needed for 90 days', () => {
    expect(unusedRules(rows, context.now, () => false)).toEqual([
      { kind: 'unused', key: 'unused user:c', rule: { scope: 'user', id: 'c' }, pattern: 'Bash(make)', days: 900 },
    ]);
    expect(unusedRules(rows, context.now, key => key === 'unused user:c')).toEqual([]);
  });
});

test('calls of the past are offered each once, the last one first, and not too many', () => {
  const calls = [call('ls'), call('make'), call('ls'), call('npm test', person, { tool: 'Other' })];
  expect(distinctCalls(calls, 10).map(({ tool, text }) => `${tool} ${text}`)).toEqual([
    'Other npm test',
    'Bash ls',
    'Bash make',
  ]);
  expect(distinctCalls(calls, 2)).toHaveLength(2);
});
