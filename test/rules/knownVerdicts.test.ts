import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compileRules, plainContext, type ScopedRule } from '../../src/core/rules';
import { KnownVerdicts } from '../../src/rules/knownVerdicts';
import { nodeFacts, realPath } from '../../src/stores/nodeFacts';

const rule = (action: 'allow' | 'deny', pattern: string, expires?: number): ScopedRule => ({
  action,
  pattern,
  root: '/',
  source: { scope: 'user' },
  ...(expires === undefined ? {} : { expires }),
});

function stage(...rules: readonly ScopedRule[]) {
  const cwd = realPath(mkdtempSync(join(tmpdir(), 'latch-known-'))) ?? '';
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const facts = nodeFacts({ ...process.env });
  const context = { ...plainContext(cwd), facts, now: 1000 };
  const timed = { set: compileRules(rules), ends: rules.flatMap(({ expires }) => expires ?? []) };
  const verdicts = new KnownVerdicts();
  const judged = (input: object, more: Partial<typeof context> = {}, by = timed) =>
    verdicts.verdict(by, { tool: 'Bash', input, cwd }, { ...context, ...more });
  return { cwd, facts, timed, judged };
}

test('a call that is proposed, told of by a hook and asked for is judged once', () => {
  const { judged } = stage(rule('allow', 'Bash(make:*)'));
  const first = judged({ command: 'make all' });
  expect(first.decision).toBe('allow');
  expect(judged({ command: 'make all' })).toBe(first);
  expect(judged({ command: 'make all' }, { now: 2000 })).toBe(first);
});

test('what else counts makes another verdict', () => {
  const { judged, timed, facts } = stage(rule('allow', 'Bash(make:*)'));
  const first = judged({ command: 'make all' });
  const denied = { set: compileRules([rule('deny', 'Bash(make:*)')]), ends: [] };
  expect(judged({ command: 'make all' }, {}, denied).decision).toBe('deny');
  expect(judged({ command: 'make one' })).not.toBe(first);
  expect(judged({ command: 'make all' }, { mode: 'plan' }).decision).toBe('ask');
  expect(judged({ command: 'make all' }, { facts: { ...facts } })).not.toBe(first);
  expect(judged({ command: 'make all' }, {}, { ...timed, set: compileRules([]) }).decision).toBe('ask');
});

test('a rule that ends in between counts no longer', () => {
  const { judged } = stage(rule('allow', 'Bash(make:*)', 1500));
  expect(judged({ command: 'make all' }).decision).toBe('allow');
  expect(judged({ command: 'make all' }, { now: 1499 }).decision).toBe('allow');
  expect(judged({ command: 'make all' }, { now: 1500 }).decision).toBe('ask');
});

test('what ran in between may have changed the disk', () => {
  const { cwd, judged } = stage(rule('deny', 'Read(secret.txt)'));
  writeFileSync(join(cwd, 'secret.txt'), '');
  writeFileSync(join(cwd, 'plain.txt'), '');
  symlinkSync('plain.txt', join(cwd, 'link'));
  const first = judged({ command: 'cat link' });
  expect(first.decision).toBe('allow');
  expect(judged({ command: 'cat link' })).toBe(first);
  unlinkSync(join(cwd, 'link'));
  symlinkSync('secret.txt', join(cwd, 'link'));
  expect(judged({ command: 'cat link' }).decision).toBe('deny');
});

test('and so may what is in a folder, and what a repository calls by another name', () => {
  const { cwd, judged } = stage(rule('deny', 'Read(secret.txt)'), rule('deny', 'Bash(git push:*)'));
  const decisions = () => [{ command: 'grep -r x .' }, { command: 'git st' }].map(input => judged(input).decision);
  execFileSync('git', ['init', '--quiet', cwd]);
  writeFileSync(join(cwd, 'plain.txt'), '');
  expect(decisions()).toEqual(['allow', 'ask']);
  writeFileSync(join(cwd, 'secret.txt'), '');
  execFileSync('git', ['-C', cwd, 'config', 'alias.st', 'push']);
  expect(decisions()).toEqual(['ask', 'deny']);
});

test('what is large is judged each time, and nothing is kept of it', () => {
  const { judged } = stage(rule('allow', 'Bash(make:*)'));
  const input = { command: 'make all', description: 'x'.repeat(10_000) };
  expect(judged(input)).not.toBe(judged(input));
  let deep: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
  expect(judged({ command: 'make all', deep }).decision).toBe('allow');
});

test('no more is kept than a large batch has', () => {
  const { judged } = stage(rule('allow', 'Bash(make:*)'));
  const all = Array.from({ length: 128 }, (_, at) => judged({ command: `make ${at}` }));
  expect(all.map((_, at) => judged({ command: `make ${at}` }))).toEqual(all);
  expect(judged({ command: 'make 0' })).toBe(all[0]);
  judged({ command: 'make one more' });
  expect(judged({ command: 'make 0' })).not.toBe(all[0]);
});
