import { panelEn } from '../../../webview-ui/language/panel.en';
import { quoted } from '../../../src/core/texts/sentence';
import type { StoredRule } from '../../../src/core/ruleAdmin/storedRule';
import type { Scope } from '../../../src/core/call/ruleRef';
import { describe, expect, it } from 'vitest';
import type { RuleRow } from '../../../src/core/ruleAdmin/row';
import {
  everything,
  type Filter,
  isFiltered,
  lineKey,
  linesInSight,
  linesOf,
  shownRows,
  type Sort,
} from '../../../webview-ui/rules/view';
import { placeOf, relativeTime } from '../../../webview-ui/rules/words';
import { lifeText, livesOf } from '../../../webview-ui/ruleParts/lives';
import { translator } from '../../../webview-ui/language/translate';

const row = (
  pattern: string,
  rule: Partial<StoredRule> = {},
  { scope = 'user', ...more }: Partial<RuleRow> & { readonly scope?: Scope } = {},
): RuleRow => ({
  ref: { scope, id: pattern },
  rule: { id: pattern, action: 'allow', pattern, ...rule },
  toolName: pattern.split('(')[0] ?? '',
  readOnly: false,
  hits: 0,
  marks: [],
  ...more,
});
const made = (at: number, text: string): Partial<StoredRule> => ({
  created: { at, by: 'card', request: { toolCallId: 't', text } },
});

const rows = [
  row('Bash(npm run:*)', { description: 'Scripts of this project' }, { hits: 3 }),
  row('Bash(git push:*)', { action: 'ask', file: '/w/.latch/rules.json', line: 4 }, { scope: 'project' }),
  row('Read(.env)', { action: 'deny', ...made(5, ''), expires: 50 }, { hits: 9 }),
  row('Edit(src/**)', made(7, 'cart.js'), { scope: 'session', marks: [{ kind: 'broad', reason: quoted('') }] }),
];
const byPattern: Sort = { by: 'pattern', down: false };
const patterns = (filter: Partial<Filter>, sort: Sort = byPattern): readonly string[] =>
  shownRows(rows, { ...everything, ...filter }, sort).map(one => one.rule.pattern);

describe('a search in the rules', () => {
  it.each([
    ['', 4],
    ['npm', 1],
    ['NPM  scripts', 1],
    ['npm push', 0],
    ['.latch', 1],
    ['cart', 1],
    ['deny', 1],
  ])('for "%s" finds %i', (text, count) => {
    expect(patterns({ text })).toHaveLength(count);
    expect(isFiltered({ ...everything, text })).toBe(text !== '');
  });

  it.each<[Partial<Filter>, readonly string[]]>([
    [{ action: 'deny' }, ['Read(.env)']],
    [{ scope: 'project' }, ['Bash(git push:*)']],
    [{ tool: 'Bash' }, ['Bash(git push:*)', 'Bash(npm run:*)']],
    [{ mark: 'broad' }, ['Edit(src/**)']],
    [{ mark: 'any' }, ['Edit(src/**)']],
    [{ mark: 'unused' }, []],
    [{ tool: 'Bash', action: 'ask', text: 'git' }, ['Bash(git push:*)']],
  ])('with the filter %j shows %j', (filter, expected) => {
    expect(patterns(filter)).toEqual(expected);
  });
});

it.each<[Sort, string]>([
  [{ by: 'pattern', down: true }, 'Read(.env)'],
  [{ by: 'action', down: false }, 'Read(.env)'],
  [{ by: 'scope', down: false }, 'Edit(src/**)'],
  [{ by: 'used', down: true }, 'Read(.env)'],
  [{ by: 'made', down: true }, 'Edit(src/**)'],
  [{ by: 'ends', down: false }, 'Read(.env)'],
])('sorted by %j, %s comes first', (sort, first) => {
  expect(patterns({}, sort)[0]).toBe(first);
});

describe('the lines of the table', () => {
  const sorted = shownRows(rows, everything, byPattern);

  it('are the rules under their tools, and a folded tool is one line', () => {
    expect(linesOf(sorted, true, new Set(['Bash'])).map(lineKey)).toEqual([
      'group:Bash',
      'group:Edit',
      'session:Edit(src/**)',
      'group:Read',
      'user:Read(.env)',
    ]);
  });

  it('are only the rules where nothing is grouped', () => {
    expect(linesOf(sorted, false, new Set(['Bash']))).toHaveLength(4);
  });

  it('are drawn where they are in sight, and where the keyboard is', () => {
    const sight = { top: 3000, height: 300, rowHeight: 30 };
    const drawn = linesInSight(5000, sight, 4000);
    expect([drawn[0], drawn.at(-2), drawn.at(-1)]).toEqual([92, 118, 4000]);
    expect(linesInSight(5000, sight, 100)).not.toContain(4000);
    expect(linesInSight(0, sight, -1)).toEqual([]);
    expect(linesInSight(3, { ...sight, top: 0 }, 7)).toEqual([0, 1, 2]);
  });
});

describe('the words of a rule', () => {
  const text = translator('en', undefined, panelEn);

  it.each([
    [-20_000, 'now'],
    [-110_000, '1 minute ago'],
    [-3 * 3_600_000, '3 hours ago'],
    [26 * 3_600_000, 'tomorrow'],
  ])('%i ms from now is "%s"', (distance, words) => {
    expect(relativeTime(1_000_000_000 + distance, 1_000_000_000, 'en')).toBe(words);
  });

  it('name the place where it is written', () => {
    expect(placeOf(row('a'), text)).toBeUndefined();
    expect(placeOf(row('a', { file: '/home/me/.latch/rules.json', line: 4 }), text)).toBe('.latch/rules.json:4');
    expect(placeOf(row('a', { file: '/x/0123456789abcdef.json', line: 4 }, { scope: 'workspace' }), text)).toBe(
      'line 4',
    );
  });

  it('offer the end of the turn only where a rule can end with it', () => {
    expect(livesOf('session')).toContain('turn');
    expect(livesOf('project')).not.toContain('turn');
    expect(lifeText('always', 'session', text)).toBe('Until the session ends');
    expect(lifeText('always', 'user', text)).toBe('Until I remove it');
  });
});
