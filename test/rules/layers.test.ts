import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type * as ruleSet from '../../src/core/rules/judge/ruleSet';
import { RuleEditor } from '../../src/rules/editor';
import { RuleJudge } from '../../src/rules/judge';

const counted = vi.hoisted(() => ({ compiled: 0 }));
vi.mock('../../src/core/rules/judge/ruleSet', async importOriginal => {
  const original = await importOriginal<typeof ruleSet>();
  const compileRules: typeof original.compileRules = entries => {
    counted.compiled += entries.length;
    return original.compileRules(entries);
  };
  return { ...original, compileRules };
});

test('a change among 10,000 rules compiles those of its own place, for all sessions once', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'latch-layers-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  const file = join(workspace, 'rules.json');
  const rules = Array.from({ length: 10_000 }, (_, at) => ({ action: 'allow', pattern: `Bash(tool-${at}:*)` }));
  writeFileSync(file, JSON.stringify({ rules }));
  const judge = new RuleJudge({
    workspace,
    files: [file],
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => true,
    onProblem() {},
  });
  let ids = 0;
  const editor = new RuleEditor({ scopes: judge.scopes, now: () => 0, newId: () => `r${++ids}`, onChange() {} });
  const judged = (command: string, sessionId = 's'): string =>
    judge.evaluate({ tool: 'Bash', input: { command }, cwd: workspace, sessionId }).decision;
  const add = async (pattern: string): Promise<void> => {
    const added = await editor.add({ scope: 'session', sessionId: 's', rules: [{ action: 'deny', pattern }] });
    expect(added.ok).toBe(true);
  };

  expect([judged('tool-1 x'), judged('tool-9999 x', 'other'), counted.compiled]).toEqual(['allow', 'allow', 10_000]);
  await add('Bash(tool-1:*)');
  expect([judged('tool-1 x'), judged('tool-1 x', 'other'), judged('tool-2 x')]).toEqual(['deny', 'allow', 'allow']);
  expect(counted.compiled).toBe(10_001);
  await add('Bash(tool-2:*)');
  expect([judged('tool-1 x'), judged('tool-2 x'), judged('tool-3 x')]).toEqual(['deny', 'deny', 'allow']);
  expect(counted.compiled).toBe(10_003);
});
