import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { judgeLine } from '../../../src/cli/vectors';
import { isObject } from '../../../src/core/base/json';

/** Repositories of the real git: what Latch says of a command in them is what git would do there. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-git-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const home = join(folder, 'home');
mkdirSync(home);
const git = {
  PATH: process.env['PATH'],
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

const committed = [
  'git init -q -b main .',
  'mkdir src sub',
  'echo a > a.txt; echo b > src/b.ts; echo KEY=1 > .env; echo p > private.txt',
  'git add -A; git commit -qm one',
].join('\n');
const nested =
  'cd sub; git init -q .; echo s > s.txt; git add -A; git commit -qm s; cd ..; git add sub 2>/dev/null; git commit -qm two';

const made = new Map<string, string>();

function repository(...lines: readonly string[]): string {
  const script = lines.join('\n');
  const known = made.get(script);
  if (known !== undefined) return known;
  const at = join(folder, String(made.size));
  mkdirSync(at);
  const { status, stderr } = spawnSync('bash', ['-ec', script], { cwd: at, env: git, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  made.set(script, at);
  return at;
}

interface Rules {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

interface Because {
  readonly reason: string;
}

function isBecause(value: unknown): value is Because {
  return isObject(value) && typeof value['reason'] === 'string';
}

function judged(workspace: string, command: string, rules: Rules = {}, cwd = workspace): readonly [string, string] {
  const line = JSON.stringify({ tool: 'Bash', input: { command }, cwd, workspace, home, rules });
  const answer = judgeLine(line, { cwd, home, now: 0 });
  if ('error' in answer) throw new Error(answer.error);
  const [because] = answer.because;
  return [answer.decision, isBecause(because) ? because.reason : ''];
}

describe('a program that the configuration names', () => {
  test.each([
    ['core.fsmonitor', 'git config core.fsmonitor ./x', 'git status'],
    ['core.fsmonitor', "printf '[core]\\n# \\\\\\nfsmonitor = ./x\\n' >> .git/config", 'git status'],
    ['core.fsmonitor', "printf '[core]\\nfsmonitor = ./x\\n' > c; git config include.path ../c", 'git log -1'],
    [
      'core.fsmonitor',
      "printf '[core]\\nfsmonitor = ./x\\n' > c; git config includeIf.onbranch:ma*.path ../c",
      'git diff',
    ],
    [
      'core.fsmonitor',
      'git config extensions.worktreeConfig true; git config --worktree core.fsmonitor ./x',
      'git diff',
    ],
    ['diff.external', 'git config diff.external ./x', 'git diff'],
    ['diff.x.textconv', 'git config diff.x.textconv ./x', 'git blame a.txt'],
    ['diff.x.command', 'git config diff.x.command ./x', 'git show'],
    ['filter.x.process', 'git config filter.x.process ./x', 'git status -s'],
    ['hook.x.command', 'git config hook.x.command ./x', 'git status'],
    ['core.pager', 'git config core.pager ./x', 'git log'],
    ['core.sshcommand', 'git config core.sshCommand ./x', 'git status'],
    ['core.notknown', 'git config core.notKnown ./x', 'git status'],
    ['notknown.name', 'git config notKnown.name ./x', 'git status'],
    ['log.showsignature', 'git config log.showSignature true', 'git log -1'],
    ['pretty.x', "git config pretty.x '%G?'", 'git log --format=x'],
  ])('%s asks by its name (%s)', (key, configured, command) => {
    const [decision, reason] = judged(repository(committed, configured), command);
    expect([decision, reason]).toEqual(['ask', expect.stringContaining(`(${key})`)]);
  });

  test.each([
    'git config alias.st status',
    'git config core.fsmonitor false; git config core.untrackedCache true; git config diff.algorithm histogram',
    'git config branch.main.remote origin; git config remote.origin.url https://h/x.git; git config color.ui auto',
    'git config filter.lfs.clean "git-lfs clean -- %f"; git config filter.lfs.required true',
    "mkdir .husky; printf 'npm test\\n' > .husky/pre-commit; chmod 755 .husky/pre-commit; git config core.hooksPath .husky",
    'printf \'[user]\\n\\tname = "fsmonitor = ./x"\\n\' >> .git/config',
  ])('what starts nothing does not ask: %s', configured => {
    for (const command of [
      'git status',
      'git diff',
      'git log --oneline -3',
      'git -C src log -1',
      'cd src && git status',
    ])
      expect([command, ...judged(repository(committed, configured), command)]).toEqual([
        command,
        'allow',
        'It is proven to only read.',
      ]);
  });

  test.each([
    ['core.hooksPath hk', 'hk'],
    ['core.hooksPath "$PWD/hk"', 'hk'],
    ["core.hooksPath 'h\\k'", 'h\\k'],
    ['core.bare false', '.git/hooks'],
  ])('a hook that git starts when it reads asks: %s', (configured, place) => {
    const hook = `git config ${configured}; mkdir -p '${place}'; printf '#!/bin/sh\\n' > '${place}/post-index-change'; chmod 755 '${place}/post-index-change'`;
    expect(judged(repository(committed, hook), 'git status')[0]).toBe('ask');
  });

  test.each([
    ['git config extensions.partialClone o; git config remote.o.url "ext::x y"', 'git log -1'],
    [
      'git config remote.o.promisor true; git config remote.o.url https://h/x; git config url.ext::x.insteadOf https://h/',
      'git log -1',
    ],
    ['git config remote.o.promisor true; git config remote.o.url https://h/x', 'git blame a.txt'],
  ])('what is missing may be fetched by a program: %s', (configured, command) => {
    expect(judged(repository(committed, configured), command)[0]).toBe('ask');
  });

  test('a partial clone from an ordinary address asks for what stands in files only', () => {
    const at = repository(committed, 'git config remote.o.promisor true; git config remote.o.url https://h/x');
    expect(judged(at, 'git log --oneline')[0]).toBe('allow');
  });
});

describe('a repository inside another', () => {
  const evil = 'git -C sub config core.fsmonitor ./x';

  test.each(['git status', 'git diff', 'git diff --stat', 'git describe --dirty --always', 'cd sub && git status'])(
    '%s asks because of what the inner one names',
    command => {
      expect(judged(repository(committed, nested, evil), command)[0]).toBe('ask');
    },
  );

  test.each(['git -C sub status', 'cd sub; git log -1', 'git -C src -C ../sub diff'])('%s enters it', command => {
    expect(judged(repository(committed, nested, evil), command)[0]).toBe('ask');
    expect(judged(repository(committed, nested), command)).toEqual(['allow', 'It is proven to only read.']);
  });

  test('commands that look at no files do not enter it', () => {
    expect(judged(repository(committed, nested, evil), 'git log --oneline')[0]).toBe('allow');
  });

  test('one in one in one', () => {
    const deep =
      'mkdir sub/in; cd sub/in; git init -q .; echo d > d; git add -A; git commit -qm d; git config core.fsmonitor ./x; cd ..; git add in 2>/dev/null; git commit -qm in; cd ..; git add sub';
    expect(judged(repository(committed, nested, deep), 'git status')[0]).toBe('ask');
  });

  test('a bare one is not taken for the repository of the folder', () => {
    const bare = 'git init -q --bare sub; git -C sub config core.bare false; git -C sub config core.worktree .';
    const at = repository(committed, bare);
    expect(judged(at, 'git status', {}, join(at, 'sub'))[0]).toBe('ask');
    expect(judged(at, 'git status')[0]).toBe('allow');
  });

  test('files that lie elsewhere ask', () => {
    const elsewhere = 'git config core.worktree ../../home';
    expect(judged(repository(committed, elsewhere), 'git diff')).toEqual([
      'ask',
      expect.stringContaining('core.worktree'),
    ]);
  });
});

describe('secrets that git shows', () => {
  test.each([
    'git show',
    'git show HEAD --',
    'git log -p',
    'git log -p --graph --all',
    'git log -U3 -n 1',
    'git log -L1,1:.env',
    'git reflog -p',
    'git whatchanged -p',
    'git grep KEY',
    'git grep -n KEY HEAD',
    'git blame -- .env',
    'git blame HEAD -- ./.env',
    'git show HEAD:.env',
    'git show -s HEAD:.env',
    'git show HEAD^{tree}:.env',
    'git cat-file -p :0:.env',
    'git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD',
    'git diff HEAD:.env HEAD:a.txt',
    'git log -p -- ":(icase).ENV"',
  ])('%s asks where a secret is committed', command => {
    expect(judged(repository(committed), command)[0]).toBe('ask');
  });

  test.each([
    'git show --stat',
    'git log --stat',
    'git log -p -- src',
    'git show HEAD -- src/b.ts',
    'git show HEAD:a.txt',
    'git show HEAD:src',
    'git grep -n b -- src',
    'git grep -c KEY',
    'git diff HEAD -- .',
    'git blame -L1,1 a.txt',
    'git cat-file -p HEAD',
  ])('%s does not', command => {
    expect([command, ...judged(repository(committed), command)]).toEqual([
      command,
      'allow',
      'It is proven to only read.',
    ]);
  });

  test.each([
    ['git status -v', 'echo KEY=2 > .env; git add .env'],
    ['git diff', 'echo KEY=2 > .env'],
    ['git diff --cached', 'echo KEY=2 > .env; git add .env'],
    ['git stash show -p', 'echo KEY=2 > .env; git stash -q'],
    ['git stash list -p', 'echo KEY=2 > .env; git stash -q'],
    ['git show', 'git mv .env plain.txt; git commit -qm moved'],
    ['git show word', 'git tag word HEAD:.env'],
    ['git cat-file -p word', 'git tag -am x word HEAD:.env'],
  ])('%s asks after %s', (command, change) => {
    expect(judged(repository(committed, change), command)[0]).toBe('ask');
  });

  test.each([
    'git config --list',
    'git config --get http.extraheader',
    'git config --get-regexp http',
    'git config -l --local',
  ])('%s asks where a header holds a login', command => {
    const at = repository(committed, 'git config http.extraHeader "Authorization: Basic x"');
    expect(judged(at, command)[0]).toBe('ask');
    expect(judged(at, 'git config --get user.name')[0]).toBe('allow');
    expect(judged(repository(committed), command)[0]).toBe('allow');
  });

  test.each(['git remote -v', 'git remote get-url o', 'git config --get remote.o.url'])(
    '%s asks where an address holds a login',
    command => {
      expect(judged(repository(committed, 'git remote add o https://u:word@h/x'), command)[0]).toBe('ask');
      expect(judged(repository(committed, 'git remote add o https://h/x'), command)[0]).toBe('allow');
    },
  );
});

describe('rules that forbid', () => {
  const quietly = 'git branch old; echo c > src/b.ts; git commit -qam two';

  test.each([
    'git log -p -- src',
    'git show',
    'git show HEAD~1 -- src',
    'git show --stat HEAD~1',
    'git cat-file -p HEAD:a.txt',
    'git archive HEAD src | wc -c',
    'git grep -n c -- src',
    'git diff HEAD~1',
    'git blame a.txt',
    'git status',
    'git add . && git commit -m x',
    'git log --oneline && git fetch',
    'git clone https://h/x ../y',
    'git cherry -v',
  ])('%s is allowed where it shows nothing that may not be read', command => {
    const rules = { allow: ['Bash'], deny: ['Read(**/private.txt)'] };
    expect([command, judged(repository(committed, quietly), command, rules)[0]]).toEqual([command, 'allow']);
  });

  test.each([
    ['git log -p', ''],
    ['git show HEAD~1', ''],
    ['git log -1 --cc', ''],
    ['git log --remerge-diff -1', ''],
    ['git archive HEAD | tar xO', ''],
    ['git archive HEAD:', ''],
    ['git grep p HEAD', ''],
    ['git format-patch --stdout --root HEAD', ''],
    ['git fast-export HEAD', ''],
    ['git cat-file --batch-all-objects --batch', ''],
    ['git clone -q . ../copy', ''],
    ['git status -v', 'echo q > private.txt; git add private.txt'],
    ['git commit --dry-run -v', 'echo q > private.txt; git add private.txt'],
    ['git add -p < /dev/null', 'echo q > private.txt'],
    ['git checkout -p < /dev/null', 'echo q > private.txt'],
    ['git show', 'git mv private.txt open.txt; git commit -qm moved'],
    ['git show -M', 'git mv private.txt open.txt; git commit -qm moved'],
    ['git x', "git config alias.x 'cat-file -p HEAD:private.txt'"],
    ['git x', "git config alias.x '!cat private.txt'"],
    ['git x', "git config alias.x 'y -p'; git config alias.y log"],
    ['git checkout -q old && git show', 'git branch -f old'],
    ['GIT_DIR=.git git log -p -- src', ''],
    ['git diff --submodule=diff', nested],
    ['git x', ''],
  ])('%s asks (%s)', (command, change) => {
    const rules = { allow: ['Bash'], deny: ['Read(**/private.txt)'] };
    expect(judged(repository(committed, change), command, rules)[0]).not.toBe('allow');
  });

  test.each([
    'git read-tree -u --reset old',
    'git checkout-index -f -a',
    'git sparse-checkout set sub',
    'git worktree add src/w',
    'git init -q src/x',
    'git archive -o src/x.tar HEAD',
    'git bundle create src/x HEAD',
    'git format-patch -1',
    'git merge-file src/b.ts a.txt a.txt',
    'git bisect start HEAD old',
    'git unknown',
    'git back',
  ])('%s asks where files may not be changed', command => {
    const at = repository(committed, quietly, "git config alias.back 'checkout old'");
    const rules = { allow: ['Bash'], deny: ['Edit(src/**)'] };
    expect(judged(at, command, rules)[0]).not.toBe('allow');
    expect(judged(at, 'git add -A && git commit -m x && git push', rules)[0]).toBe('allow');
  });

  test.each([
    ['git x', "git config alias.x '!pwn'"],
    ['git x', 'git config alias.x \'!sh -c "pwn y"\''],
    ['git x', "git config alias.x.command '!pwn'"],
    ['git commit --allow-empty', 'git config core.editor pwn'],
    ['git diff', 'git config diff.external pwn'],
    ['git difftool -y', 'git config difftool.p.cmd pwn'],
    ['git fetch o', 'git config core.sshCommand pwn'],
    ['git fetch o', "git config remote.o.url 'ext::pwn y'"],
    ['git push o', 'git config remote.o.receivepack pwn'],
    ['git archive --format=z HEAD', 'git config tar.z.command pwn'],
    ['git interpret-trailers --trailer x=y a.txt', 'git config trailer.x.cmd pwn'],
    ['git status', "printf '[core]\\nfsmonitor=pwn\\n' > c; git config include.path ../c"],
  ])('%s asks because of what is configured (%s)', (command, configured) => {
    const rules = { allow: ['Bash'], deny: ['Bash(pwn:*)'] };
    expect(judged(repository(committed, configured), command, rules)[0]).not.toBe('allow');
  });

  test('a denied command stays denied under another name', () => {
    const at = repository(committed, "git config alias.p 'push --force'");
    expect(judged(at, 'git p origin', { allow: ['Bash'], deny: ['Bash(git push:*)'] })[0]).toBe('deny');
  });

  test('a program that logs in does not make commands ask that stay on this machine', () => {
    const at = repository(committed, "git config credential.helper '!gh auth git-credential'");
    const rules = { allow: ['Bash'], deny: ['Bash(gh:*)'] };
    expect(judged(at, 'git commit -qm x', rules)[0]).toBe('allow');
    expect(judged(at, 'git push', rules)[0]).toBe('ask');
  });
});
