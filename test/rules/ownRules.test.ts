// A person's own rules in memory alone, as the setting latch.store has it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Action } from '../../src/core/call/ruleRef';
import { RuleScopes } from '../../src/rules/scopes';

let home: string;
let inMemory: boolean;
let scopes: RuleScopes;
const realHome = process.env['HOME'];
const denied = { action: 'deny', pattern: 'Bash(git push:*)' } as const;
const inHome = (): string => join(home, '.latch', 'rules.json');

function writeRules(folder: string, action: Action, pattern: string): void {
  mkdirSync(join(folder, '.latch'), { recursive: true });
  writeFileSync(join(folder, '.latch', 'rules.json'), JSON.stringify({ version: 1, rules: [{ action, pattern }] }));
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latch-home-'));
  process.env['HOME'] = home;
  const workspace = join(home, 'work');
  writeRules(home, denied.action, denied.pattern);
  writeRules(workspace, 'ask', 'Bash(make:*)');
  inMemory = true;
  scopes = new RuleScopes({
    workspace,
    privateFolder: join(home, 'private'),
    inMemory: () => inMemory,
    projectAllows: () => true,
  });
});
afterEach(() => {
  process.env['HOME'] = realHome;
  rmSync(home, { recursive: true, force: true });
});

const counting = (): readonly string[] =>
  scopes
    .rules(undefined)
    .flatMap(entry => ('pattern' in entry ? `${entry.source.scope}: ${entry.action} ${entry.pattern}` : []));

test('rules in the files of a person do not count, and those of the repository do', () => {
  expect(counting()).toEqual(['project: ask Bash(make:*)']);
});

test.each(['user', 'workspace'] as const)('a rule of the scope %s counts, and is written nowhere', async scope => {
  const before = readFileSync(inHome(), 'utf8');
  const rule = { id: 'm', action: 'deny', pattern: 'Bash(curl:*)' } as const;
  expect(await scopes.store(scope)?.change([{ type: 'add', rule }])).toMatchObject({ ok: true });
  expect(counting()).toContain(`${scope}: deny Bash(curl:*)`);
  expect(readFileSync(inHome(), 'utf8')).toBe(before);
  expect(existsSync(join(home, 'private'))).toBe(false);
});

test('the files count again as they are, and what was in memory does not, once it is said so', async () => {
  const rule = { id: 'm', action: 'allow', pattern: 'Bash(curl:*)' } as const;
  await scopes.store('user')?.change([{ type: 'add', rule }]);
  inMemory = false;
  expect(counting()).toEqual(['project: ask Bash(make:*)', 'user: deny Bash(git push:*)']);
});
