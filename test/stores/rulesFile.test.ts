import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import { parseRulesFile } from '../../src/stores/rulesFile';
import { RuleJudge } from '../../src/rules/judge';

function decision(text: string, command: string): string {
  const workspace = mkdtempSync(join(tmpdir(), 'latch-rules-file-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  writeFileSync(join(workspace, 'rules.json'), text);
  const book = new RuleJudge({
    workspace,
    files: [join(workspace, 'rules.json')],
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => true,
    onProblem: () => {},
  });
  return book.evaluate({ tool: 'Bash', input: { command }, cwd: workspace }).decision;
}

describe('a rules file', () => {
  const text = `{
  // Comments stay.
  "version": 1,
  "unknown": true,
  "rules": [
    { "action": "allow", "pattern": "Bash(npm run:*)", "description": "Scripts",
      "expires": "2027-01-01T00:00:00Z",
      "examples": { "match": ["npm run build"], "noMatch": ["npm run build && rm -rf dist"] } },
    { "action": "deny", "pattern": "Bash(git push:*)" },
  ],
}`;

  test('with comments and trailing commas is read, each rule with its line', () => {
    expect(parseRulesFile(text)).toMatchObject({
      broken: false,
      newer: false,
      problems: [{ kind: 'unknownKey', line: 4 }],
      rules: [
        {
          entry: 0,
          line: 6,
          rule: {
            action: 'allow',
            pattern: 'Bash(npm run:*)',
            description: 'Scripts',
            expires: Date.parse('2027-01-01T00:00:00Z'),
            beside: { examples: { match: ['npm run build'], noMatch: ['npm run build && rm -rf dist'] } },
          },
          examples: { match: ['npm run build'], noMatch: ['npm run build && rm -rf dist'] },
        },
        {
          entry: 1,
          line: 9,
          rule: { action: 'deny', pattern: 'Bash(git push:*)' },
          examples: { match: [], noMatch: [] },
        },
      ],
    });
  });

  test.each([
    [
      '{"rules":[{"action":"allow","pattern":"Bash("}]}',
      1,
      '"Bash(" is not closed. Did you mean Bash()? This allow rule is ignored.',
    ],
    [
      '{"rules":[\n{"action":"deny","pattern":"Bash("}]}',
      2,
      '"Bash(" is not closed. Did you mean Bash()? Until it is corrected, its tool asks.',
    ],
    [
      '{"rules":[{"action":"no","pattern":"Bash"}]}',
      1,
      'The action must be "allow", "ask" or "deny". Until then this rule asks.',
    ],
    ['{"rules":[{"action":"allow"}]}', 1, 'The rule has no "pattern".'],
    ['{"rules":[7]}', 1, 'A rule is an object with "action" and "pattern".'],
    ['{"rules":{}}', 1, '"rules" is not a list.'],
    ['{"version":2,"rules":[]}', 1, 'Version 2 of the rules format is not known; 1 is.'],
    ['{"rules":[],"rules":[]}', 1, 'The key "rules" stands here twice: which one is meant?'],
    [
      '{"rules":[{"action":"allow","pattern":"Bash","expires":"soon"}]}',
      1,
      '"expires" is not a date such as 2027-01-01T00:00:00Z.',
    ],
    ['{"rule":[]}', 1, 'Latch does not know the key rule: did you mean rules? It stays, and does nothing.'],
    ['', 1, 'This is not JSON (ValueExpected).'],
    ['[]', 1, 'The file holds no JSON object.'],
  ])('%s: line %i: %s', (broken, line, message) => {
    expect(parseRulesFile(broken).problems[0]).toMatchObject({ line, message });
  });

  test.each([
    ['{"rules":[{"action":"allow","pattern":"Bash(make:*)"},{"action":"deny","pattern":"Bash("}]}', 'make', 'ask'],
    ['{"rules":[{"action":"allow","pattern":"Bash(make:*)"},{"action":"allow","pattern":"Bash("}]}', 'make', 'allow'],
    ['{"rules":[{"action":"allow","pattern":"Bash(make:*)"}', 'make', 'ask'],
    ['{"rules":[{"action":"allow","pattern":"Bash(make:*)","expires":"soon"}]}', 'make', 'ask'],
    ['{"rules":[{"action":"deny","pattern":"Bash(ls:*)","expires":"soon"}]}', 'ls', 'deny'],
    ['{"rules":[{"action":"allow","pattern":"Bash(make:*)","expires":"2026-05-31T00:00:00Z"}]}', 'make', 'ask'],
    [
      '{"rules":[{"action":"allow","pattern":"Bash(make:*)"}],"rules":[{"action":"deny","pattern":"Bash(make:*)"}]}',
      'make',
      'ask',
    ],
    ['{"rules":[{"action":"allow","action":"deny","pattern":"Bash(make:*)"}]}', 'make', 'ask'],
    ['{"rules":[{"action":"allow","pattern":"Bash(make:*)"},{"action":"deny"}]}', 'make', 'ask'],
    ['{"rules":[{"action":"allow","pattern":"Bash(make:*)"},{"action":"allow"}]}', 'make', 'allow'],
    ['', 'ls', 'ask'],
    ['{}', 'ls', 'allow'],
  ])('%s: %s -> %s', (file, command, expected) => {
    expect(decision(file, command)).toBe(expected);
  });

  test('more rules than are read are answered, and not allowed', () => {
    const many = `{"rules":[${Array.from({ length: 100_001 }, () => '{"action":"allow","pattern":"Bash"}').join(',')}]}`;
    expect(parseRulesFile(many).broken).toBe(true);
  });
});
