import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RuleDocument, RuleSpans } from '../../src/core/analysis/document';
import { readRuleDocument, rereadRuleDocument, ruleFileAt } from '../../src/stores/ruleDocument';

const at = ruleFileAt('/w/.latch/rules.json', { workspace: '/w', home: '/home/me' });

describe('where a file lies', () => {
  test.each([
    ['/w/.latch/rules.json', 'rules project /w'],
    ['/home/me/.latch/rules.json', 'rules user /home/me'],
    ['/storage/rules/0a1b.json', 'rules workspace /w'],
    ['/w/.claude/settings.json', 'settings claude /w'],
    ['/w/.claude/settings.local.json', 'settings claude /w'],
    ['/home/me/.claude/settings.json', 'settings claude /home/me/.claude'],
    ['/etc/claude-code/managed-settings.json', 'settings claude /'],
  ])('%s: %s', (file, expected) => {
    const { kind, scope, root } = ruleFileAt(file, { workspace: '/w', home: '/home/me' });
    expect(`${kind} ${scope} ${root}`).toBe(expected);
  });
});

/** As plain values: what has moved reckons its places when it is asked. */
function inOrder({ problems, rules, ...rest }: RuleDocument): RuleDocument {
  const plain = ({ entry, pattern, action, expires, keys, match, noMatch }: RuleSpans): RuleSpans => {
    return { entry, pattern, action, expires, keys, match, noMatch };
  };
  return {
    ...rest,
    rules: rules.map(rule => ({ ...rule, spans: plain(rule.spans) })),
    problems: problems.toSorted((one, other) => one.span.at - other.span.at),
  };
}

describe('a file that is read again after an edit', () => {
  const text = `{ // 中文 {
  "odd": 1,
  "rules": [
    { "action": "allow", "pattern": "Bash(npm run:*)", "examples": { "match": ["npm run x"], "noMatch": [] } },
    7,
    { "action": "denny",
      "pattern": "Read(.env)" }, /* { "action": "ask" } */
    { "action": "ask", "pattern": "Bash(a \\"b\\")", "expires": "2030-01-01T00:00:00Z", "x": 1 }
  ],
  "late": 2
}
`;

  test('is the same as if all of it was read, whatever was typed and wherever', () => {
    let seed = 7;
    const random = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    const typed = [
      '',
      'x',
      '"',
      '{',
      '}',
      ',',
      '\n',
      '//',
      '/*',
      '😀',
      '\\',
      ' "id": "y",',
      '}, {"action":"ask","pattern":"Bash"}',
      ' ',
    ];
    let before: RuleDocument = readRuleDocument(text, at);
    let once = 0;
    for (let round = 0; round < 3000; round++) {
      // From time to time the text is whole again.
      if (round % 3 === 0) before = readRuleDocument(text, at);
      const now = before.text;
      const from = random(now.length + 1);
      const next = now.slice(0, from) + typed[random(typed.length)] + now.slice(Math.min(from + random(4), now.length));
      const again = rereadRuleDocument(before, next, at);
      if (again.rules.some(rule => before.rules.includes(rule))) once += 1;
      const [incremental, whole] = [inOrder(again), inOrder(readRuleDocument(next, at))];
      if (!isDeepStrictEqual(incremental, whole)) expect(incremental, next).toEqual(whole);
      before = again;
    }
    // It would be true of one that always reads all, too.
    expect(once).toBeGreaterThan(100);
  });
});
