import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import { RuleJudge } from '../../src/rules/judge';

test('a deny rule counts from where the variables of the agent say that its settings lie, from the next call on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-claude-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [workspace, own] = [join(folder, 'work'), join(folder, 'own')];
  for (const made of [workspace, own]) mkdirSync(made);
  writeFileSync(join(own, 'settings.json'), '{"permissions":{"deny":["Bash(make:*)"]}}');
  let variables: Record<string, string> = {};
  const judge = new RuleJudge({
    workspace,
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => true,
    onProblem: () => {},
    environment: () => variables,
  });
  const decided = (): string =>
    judge.evaluate({ tool: 'Bash', input: { command: 'make all' }, cwd: workspace, sessionId: 's' }).decision;
  expect(decided()).toBe('ask');
  variables = { CLAUDE_CONFIG_DIR: own };
  expect(decided()).toBe('deny');
  variables = {};
  expect(decided()).toBe('ask');
});
