// While a command runs, the sandbox holds a place for each protected file that is missing. Nothing may come of that.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RuleJudge } from '../../src/rules/judge';
import { ruleLimits } from '../../src/rules/limits';
import { readRepository } from '../../src/stores/repositoryFiles';
import { clis } from './clis';
import { isHeld } from './sandboxed';
import { openStage, type Stage } from './stage';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: id } });

function git(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
}

async function open(cli: string, command: string): Promise<Stage> {
  const stage = await openStage({
    cli,
    enforcement: 'required',
    prepare: workspace => {
      git(workspace, 'init', '-q');
      git(workspace, 'config', 'user.name', 'a');
      git(workspace, 'config', 'user.email', 'a@b');
      writeFileSync(join(workspace, 'new.txt'), 'new');
      writeFileSync(join(workspace, '.npmrc'), 'color=false');
      writeFileSync(join(workspace, '.git', 'info', 'exclude'), 'out\n');
      mkdirSync(join(workspace, 'out'));
      writeFileSync(join(workspace, 'out', 'built'), '');
    },
    limits: workspace => {
      const none = { fileEdits: false, bash: false, skills: false, mcp: false };
      const quiet = { skip: () => none, projectAllows: () => false, onProblem() {} };
      const { scopes } = new RuleJudge({ workspace, files: [], ...quiet });
      return ruleLimits({ scopes, workspace, ownFolders: [] }, undefined, process.env['PATH'] ?? '');
    },
    turns: [[bash('a', command)], [{ text: 'End' }]],
  });
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  return stage;
}

describe.skipIf(!isHeld).each(clis)('Claude Code $version', ({ path: cli }) => {
  test('git adds what is there, and none of the places', async () => {
    const stage = await open(cli, 'git add -A && git commit -qm all && git status --porcelain');
    await stage.idle();
    expect(stage.cards.get('a')).toMatchObject({ state: 'done', result: { ok: true } });
    expect(git(stage.workspace, 'ls-files').trim().split('\n')).toEqual(['.npmrc', 'new.txt']);
  });

  test('the repository brings nothing by them, and Latch can write its rules meanwhile', async () => {
    const stage = await open(cli, 'touch begun; while [ ! -e go ]; do sleep 0.1; done');
    const { workspace } = stage;
    const before = await readRepository(workspace);
    await stage.until('the command to run', () => existsSync(join(workspace, 'begun')));
    // There they are.
    expect(existsSync(join(workspace, '.mcp.json'))).toBe(true);
    expect(await readRepository(workspace)).toEqual(before);
    mkdirSync(join(workspace, '.latch'), { recursive: true });
    writeFileSync(join(workspace, '.latch', 'rules.json'), '{}');
    writeFileSync(join(workspace, 'go'), '');
    await stage.idle();
    expect(existsSync(join(workspace, '.mcp.json'))).toBe(false);
    expect(existsSync(join(workspace, '.latch', 'rules.json'))).toBe(true);
  });
});
