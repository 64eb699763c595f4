import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GitFacts } from '../../src/stores/gitFacts';

let folder = '';
let environment: Record<string, string> = {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-gitfacts-')));
  environment = { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'repo'));
  run('git init -q . && git -c user.name=a -c user.email=b commit -q --allow-empty -m one');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

function run(script: string): void {
  const { status, stderr } = spawnSync('bash', ['-ec', script], {
    cwd: join(folder, 'repo'),
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

function program(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** What has just changed may change again at the same time, so it is not kept: this is some time later. */
function settle(): void {
  vi.setSystemTime(Date.now() + 60_000);
}

const valueOf = (facts: GitFacts, key: string): string | undefined =>
  facts.repository(join(folder, 'repo'))?.settings.findLast(setting => setting.key === key)?.value;

test('what is asked again is told as it is now, wherever it changed', () => {
  settle();
  const facts = new GitFacts(environment);
  const changes: readonly (readonly [string, string])[] = [
    ['git config color.ui one', 'one'],
    ['git config --unset color.ui; git config --global color.ui two', 'two'],
    ['git config extensions.worktreeConfig true; git config --worktree color.ui three', 'three'],
    [
      'printf "[color]\\nui = four\\n" > ../inc; git config --worktree --unset color.ui; git config include.path ../../inc',
      'four',
    ],
    ['printf "[color]\\nui = five\\n" > ../inc', 'five'],
  ];
  expect(valueOf(facts, 'color.ui')).toBeUndefined();
  for (const [script, value] of changes) {
    run(script);
    expect(valueOf(facts, 'color.ui')).toBe(value);
    expect(valueOf(facts, 'color.ui')).toBe(value);
  }
});

test('another repository that comes to be is found', () => {
  settle();
  const facts = new GitFacts(environment);
  const inner = join(folder, 'repo', 'inner');
  mkdirSync(inner);
  expect(facts.repository(inner)?.root).toBe(join(folder, 'repo'));
  run('git init -q inner');
  expect(facts.repository(inner)?.root).toBe(inner);
});

test('nothing that the repository names runs while git is asked', () => {
  const marker = join(folder, 'started');
  program(join(folder, 'repo', 'evil'), `touch ${marker}`);
  run(
    [
      'for key in core.fsmonitor core.pager core.editor core.sshCommand diff.external filter.x.clean filter.x.process diff.x.textconv gpg.program; do git config $key "$PWD/evil"; done',
      'git config alias.config "!$PWD/evil"; git config pager.config "$PWD/evil"; git config core.hooksPath "$PWD/hooks"',
      'mkdir hooks; cp evil hooks/post-index-change; git config remote.o.url "ext::$PWD/evil"; git config remote.o.promisor true',
      'git config protocol.allow always',
    ].join('\n'),
  );
  const facts = new GitFacts(environment);
  expect(facts.repository(join(folder, 'repo'))?.hooks).toEqual(['post-index-change']);
  facts.answer(join(folder, 'repo'), ['ls-files', '-s', '-z']);
  facts.answer(join(folder, 'repo'), ['cat-file', '-t', '1234567890123456789012345678901234567890']);
  expect(existsSync(marker)).toBe(false);
});

test('only a git with a whole path is asked, and one that does not answer in time counts as none', () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  program(join(folder, 'repo', 'git'), 'echo no');
  expect(new GitFacts({ ...environment, PATH: '.:' }).repository(join(folder, 'repo'))).toBeUndefined();
  program(join(bin, 'git'), 'exec sleep 60');
  expect(
    new GitFacts({ ...environment, PATH: `${bin}:${environment['PATH']}` }).repository(join(folder, 'repo')),
  ).toBeUndefined();
});

test('a folder that only looks like a bare repository is told by no one', () => {
  run('git init -q --bare ../bare');
  const explicit = {
    ...environment,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.bareRepository',
    GIT_CONFIG_VALUE_0: 'explicit',
  };
  expect(new GitFacts(explicit).repository(join(folder, 'bare'))).toBeUndefined();
  expect(new GitFacts(environment).repository(join(folder, 'bare'))).toMatchObject({ found: true, root: undefined });
});

test('outside a repository there are only settings', () => {
  expect(new GitFacts(environment).repository(folder)).toEqual({
    found: false,
    root: undefined,
    settings: [],
    hooks: [],
  });
});
