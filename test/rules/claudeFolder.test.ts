import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import { RuleJudge } from '../../src/rules/judge';
import { ruleLimits } from '../../src/rules/limits';

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

test('in the workspace the kernel keeps it, under the name that the variables of the agent give it', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-claude-folder-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'conf'));
  let variables: Record<string, string> = {};
  const { scopes } = new RuleJudge({
    workspace: folder,
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => true,
    onProblem: () => {},
    environment: () => variables,
  });
  const kept = async () =>
    (await ruleLimits({ scopes, workspace: folder, ownFolders: [] }, undefined, '')).kernel.denyWrite;
  expect(await kept()).not.toContain(join(folder, 'conf'));
  variables = { CLAUDE_CONFIG_DIR: 'conf' };
  expect(await kept()).toContain(join(folder, 'conf'));
});
