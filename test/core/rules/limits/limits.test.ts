import { describe, expect, test } from 'vitest';
import { keptBy, limitsOf, type RuleLimits, type ScopeEntry } from '../../../../src/core/rules';
import type { Ground } from '../../../../src/core/rules/limits/limit';

const there = [
  '/ws/.git',
  '/ws/.git/hooks',
  '/ws/.git/config',
  '/ws/.husky',
  '/ws/.husky/pre-commit',
  '/ws/.yarn',
  '/ws/.yarn/cache',
  '/ws/.yarn/releases',
  '/ws/src',
  '/ws/src/a.ts',
  '/ws/src/gen',
  '/ws/src/gen/b.ts',
  '/ws/pages',
  '/ws/pages/[id].tsx',
  '/ws/packages',
  '/ws/packages/one',
  '/ws/packages/one/.git',
  '/ws/packages/one/.git/hooks',
  '/ws/packages/one/src',
  '/ws/yarn.lock',
];

function ground(more: Partial<Ground> = {}): Ground {
  const links: Record<string, string | undefined> = { '/ws/link': '/elsewhere/real', '/ws/loop': undefined };
  return {
    cwd: '/ws',
    home: '/home/me',
    now: 1000,
    realPath: path => (path in links ? links[path] : path),
    agentFolders: ['/home/me/.claude'],
    tree: { found: there.map(path => ({ path, isFolder: !path.includes('.ts') })), complete: true },
    programFiles: program =>
      ({ curl: ['/usr/bin/curl', '/opt/curl'], ls: ['/bin/busybox'], awk: ['/usr/bin/mawk'] })[program] ?? [],
    caches: ['/home/me/.npm/_cacache'],
    ownFiles: ['/ws/.latch', '/home/me/.latch'],
    opened: [],
    ...more,
  };
}

function limits(rules: readonly string[], more: Partial<Ground> = {}, root = '/ws'): RuleLimits {
  const entries = rules.map((text): ScopeEntry => {
    const [action = '', ...pattern] = text.split(' ');
    if (action !== 'deny' && action !== 'ask' && action !== 'allow') throw new Error(text);
    return { action, pattern: pattern.join(' '), root, source: { scope: 'user' } };
  });
  return limitsOf(entries, ground(more));
}

const ownAndProtected = [
  '/ws/.latch',
  '/home/me/.latch',
  '/ws/.git/hooks',
  '/ws/.git/config',
  '/ws/.husky',
  '/ws/.yarn/releases',
  '/ws/packages/one/.git/hooks',
];

describe('what may not be read', () => {
  test.each<[string, readonly string[], string]>([
    ['deny Read(./.env)', ['/ws/.env'], 'kernel'],
    ['deny Read(.env)', ['/ws/**/.env'], 'kernel'],
    ['deny Read(**/.env)', ['/ws/**/.env'], 'kernel'],
    ['deny Read(secrets/**)', ['/ws/**/secrets'], 'kernel'],
    ['deny Read(./secrets/**)', ['/ws/secrets'], 'kernel'],
    ['deny Read(config/*.pem)', ['/ws/config/*.pem'], 'kernel'],
    ['deny Read(//etc/shadow)', ['/etc/shadow'], 'kernel'],
    ['deny Read(~/.ssh/**)', ['/home/me/.ssh'], 'kernel'],
    ['deny Read(~/.ssh/*.pem)', ['/home/me/.ssh/*.pem'], 'kernel'],
    ['deny Read(/link/x)', ['/ws/link/x'], 'kernel'],
    ['deny Read(./link)', ['/elsewhere/real'], 'kernel'],
    // From above the folder only what lies in it is looked up.
    ['deny Read(//**/*.key)', ['/ws/**/*.key'], 'partly'],
    ['deny Read(//ws/*/x)', ['/ws/*/x'], 'kernel'],
    ['deny Read(//*/x)', ['/ws/x'], 'partly'],
    ['deny Read(//home/**/*.key)', ['/home/**/*.key'], 'kernel'],
    // The agent would take a bracket for what it is not.
    ['deny Read(./pages/[[]id].tsx)', ['/ws/pages/?id?.tsx'], 'partly'],
    ['deny Read(//srv/ends /**)', ['/srv/ends?'], 'kernel'],
    ['deny Read(ends /**)', ['/ws/**/ends?'], 'kernel'],
    ['deny Read(src/[ab].ts)', ['/ws/src/a.ts'], 'partly'],
    ['deny Grep(./.env)', ['/ws/.env'], 'kernel'],
  ])('%s', (rule, paths, hold) => {
    const found = limits([rule]);
    expect(found.kernel.denyRead).toEqual(paths);
    expect(found.holds.map(it => it.hold)).toEqual([hold]);
    expect(found.failures).toEqual([]);
  });

  test('where a name would be taken for a pattern or be cut, each such character of it stands for any', () => {
    const found = limits(['deny Read(./.env)', 'deny Read(**/.env)'], { cwd: '/w/[id] {a}/st*r' }, '/w/[id] {a}/st*r');
    expect(found.kernel.denyRead).toEqual(['/w/?id? ?a?/st?r/.env', '/w/?id? ?a?/st?r/**/.env']);
    expect(found.failures).toEqual([]);
  });

  test('in a scope of the whole home, at any depth of this folder and at its top', () => {
    const found = limits(['deny Read(.env)'], {}, '/home/me');
    expect(found.kernel.denyRead).toEqual(['/ws/**/.env', '/home/me/.env']);
    expect(found.holds.map(it => it.why?.text)).toEqual(['Elsewhere than in this folder it is held by reading.']);
  });
});

describe('what may not be changed', () => {
  test.each<[string, readonly string[], string]>([
    ['deny Edit(./src/**)', ['/ws/src'], 'kernel'],
    ['deny Edit(src/**)', ['/ws/src', '/ws/packages/one/src'], 'partly'],
    ['deny Edit(*.lock)', ['/ws/yarn.lock'], 'partly'],
    ['deny Edit(./new/file.txt)', ['/ws/new/file.txt'], 'kernel'],
    ['deny Write(./src/*.ts)', ['/ws/src/a.ts'], 'partly'],
    ['deny Edit(./SRC/*.TS)', ['/ws/src/a.ts'], 'partly'],
    ['deny Edit(~/notes/*.md)', [], 'reading'],
  ])('%s', (rule, paths, hold) => {
    const found = limits([rule], { realPath: path => (path === '/ws/SRC' ? '/ws/src' : path) });
    expect(found.kernel.denyWrite).toEqual([...paths, ...ownAndProtected]);
    expect(found.holds.map(it => it.hold)).toEqual([hold]);
  });

  test('what Latch protects, without any rule', () => {
    expect(limits([]).kernel.denyWrite).toEqual(ownAndProtected);
  });
});

describe('a whole program', () => {
  test.each<[string, readonly string[], string, string]>([
    [
      'deny Bash(curl:*)',
      ['/usr/bin/curl', '/opt/curl'],
      'partly',
      'A copy of curl under another name is held by reading.',
    ],
    [
      'deny Bash(curl *)',
      ['/usr/bin/curl', '/opt/curl'],
      'partly',
      'A copy of curl under another name is held by reading.',
    ],
    ['deny Bash(awk:*)', ['/usr/bin/mawk'], 'partly', 'A copy of awk under another name is held by reading.'],
    ['deny Bash(ls:*)', [], 'reading', 'ls is one file with other programs, /bin/busybox.'],
    ['deny Bash(bash:*)', [], 'reading', 'No command could start without bash.'],
    ['deny Bash(git push:*)', [], 'reading', 'The kernel does not see the arguments of a command.'],
    ['deny Bash(curl)', [], 'reading', 'The kernel does not see the arguments of a command.'],
    ['deny Bash(*curl*)', [], 'reading', 'The kernel does not see the arguments of a command.'],
    ['deny Bash(nowhere:*)', [], 'reading', 'A copy of nowhere under another name is held by reading.'],
  ])('%s', (rule, files, hold, why) => {
    const found = limits([rule]);
    expect(found.kernel.denyRead).toEqual(files);
    expect(found.holds.map(it => [it.hold, it.why?.text])).toEqual([[hold, why]]);
  });
});

test.each<[string, readonly string[], string]>([
  ['deny WebFetch(domain:evil.test)', ['evil.test'], 'kernel'],
  ['deny WebFetch(domain:*.evil.test)', ['*.evil.test'], 'kernel'],
  ['deny WebFetch(domain:a*.test)', [], 'reading'],
  ['deny Network(evil.test)', ['evil.test'], 'kernel'],
])('the network: %s', (rule, hosts, hold) => {
  const found = limits([rule]);
  expect(found.kernel.deniedHosts).toEqual(hosts);
  expect(found.holds.map(it => it.hold)).toEqual([hold]);
});

test.each([
  ['ask Edit(./src/**)', 'The kernel cannot ask.'],
  ['deny Agent(x)', 'It is about a tool as a whole, and the kernel holds the shell alone.'],
  ['deny Edit', 'It is about a tool as a whole, and the kernel holds the shell alone.'],
])('is left to reading: %s', (rule, why) => {
  expect(limits([rule]).holds.map(it => [it.hold, it.why?.text])).toEqual([['reading', why]]);
});

describe('what cannot be worked out makes the shell ask', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ path: `/ws/many/${at}.txt`, isFolder: false }));
  test.each<[string, Partial<Ground>, string]>([
    ['deny Read(./loop/x)', { realPath: () => undefined }, 'Where /ws/loop/x leads cannot be told.'],
    ['deny Read(//usr/**)', {}, 'No command could start without /usr, so the kernel cannot hide it.'],
    [
      'deny Edit(./many/*.txt)',
      { tree: { found: many, complete: true } },
      'The pattern /ws/many/*.txt meets 100000 files, and each makes every command slower.',
    ],
    ['deny Edit(./ends /**)', {}, 'The name of /ws/ends  ends with a blank, and the kernel would be told another one.'],
    [
      'deny Edit(*.d*)',
      { tree: { found: [{ path: '/ws/a.d\n', isFolder: false }], complete: true } },
      'The name of /ws/a.d\n ends with a blank, and the kernel would be told another one.',
    ],
    [
      'deny Edit(*.txt)',
      { tree: { found: [], complete: false } },
      'There are too many files in this folder to look up the pattern /ws/**/*.txt.',
    ],
  ])('%s', (rule, more, failure) => {
    const found = limits([rule], more);
    expect(found.failures.map(it => it.text)).toEqual([failure]);
    expect(found.holds.map(it => it.hold)).toEqual(['reading']);
  });
});

test('never names a path that is not absolute', () => {
  const found = limits(['deny Read(a)', 'deny Edit(b/c)', 'deny Read(./d/e)', 'deny Bash(curl:*)']);
  expect([...found.kernel.denyRead, ...found.kernel.denyWrite].filter(path => !path.startsWith('/'))).toEqual([]);
});

test('rules that have expired or allow limit nothing', () => {
  const source = { scope: 'user' } as const;
  const found = limitsOf(
    [
      { action: 'deny', pattern: 'Read(.env)', expires: 999, root: '/ws', source },
      { action: 'allow', pattern: 'Edit(./src/**)', root: '/ws', source },
    ],
    ground({ ownFiles: [], tree: { found: [], complete: true } }),
  );
  expect(found).toEqual({
    kernel: { denyRead: [], denyWrite: [], allowWrite: ['/home/me/.npm/_cacache'], deniedHosts: [] },
    reads: [],
    writes: [],
    holds: [],
    failures: [],
  });
});

describe('a rule that allows editing a whole folder elsewhere lets commands write there', () => {
  const tree = { found: [], complete: true };
  const elsewhere = (folder: string, more: Partial<Ground['tree']> = {}): Ground['opened'][number] => ({
    folder,
    tree: { ...tree, ...more },
  });
  test.each<[string, readonly string[]]>([
    ['allow Edit(//opt/app/data/**)', ['/opt/app/data']],
    ['allow Write(~/notes/all/**)', ['/home/me/notes/all']],
    // Only what is certain.
    ['allow Edit(//opt/app/*/**)', []],
    ['allow Edit(//opt/app/data/*.txt)', []],
    ['allow Edit(//opt/app/data/x)', []],
    ['allow Edit(data/**)', []],
    ['allow Edit(./sub/**)', []],
    ['allow Edit(//ws/sub/**)', []],
    ['allow Edit', []],
    ['allow Read(//opt/app/data/**)', []],
    ['deny Edit(//opt/app/data/**)', []],
    ['ask Edit(//opt/app/data/**)', []],
    // Nothing so wide, nothing that holds secrets or that programs trust, and nothing that leads elsewhere.
    ['allow Edit(//**)', []],
    ['allow Edit(//opt/**)', []],
    ['allow Edit(~/**)', []],
    ['allow Edit(~/.ssh/**)', []],
    ['allow Edit(~/.claude/**)', []],
    ['allow Edit(//opt/link/**)', []],
    // Nothing that an agent would take for another folder.
    ['allow Edit(//opt/app/ends /**)', []],
  ])('%s', (rule, folders) => {
    const opened = ['/opt/app/data', '/opt/app/ends ', '/home/me/notes/all', '/home/me', '/opt/link'].map(folder =>
      elsewhere(folder),
    );
    const realPath = (path: string): string => (path === '/opt/link' ? '/elsewhere/real' : path);
    expect(limits([rule], { opened, caches: [], realPath }).kernel.allowWrite).toEqual(folders);
  });

  test('what is protected in it stays so, and one with too much in it to look is not opened', () => {
    const hooks = { path: '/opt/app/data/.git/hooks', isFolder: true };
    const rules = ['allow Edit(//opt/app/data/**)'];
    const found = limits(rules, { opened: [elsewhere('/opt/app/data', { found: [hooks] })], caches: [] });
    expect(found.kernel.denyWrite).toContain('/opt/app/data/.git/hooks');
    const big = limits(rules, { opened: [elsewhere('/opt/app/data', { complete: false })], caches: [] });
    expect(big.kernel.allowWrite).toEqual([]);
  });
});

test('the folder of the agent is kept whatever it is called, and not opened', () => {
  const found = ['/ws/conf', '/ws/conf/settings.json', '/ws/config'].map(path => ({ path, isFolder: true }));
  const tree = { found, complete: true };
  const inTree = (...agentFolders: readonly string[]) => limits([], { tree, agentFolders, ownFiles: [] });
  expect(inTree('/ws/conf').kernel.denyWrite).toEqual(['/ws/conf']);
  expect(inTree('/elsewhere/conf').kernel.denyWrite).toEqual([]);
  const opened = [{ folder: '/opt/app/data', tree: { found: [], complete: true } }];
  const open = (...agentFolders: readonly string[]) =>
    limits(['allow Edit(//opt/app/data/**)'], { opened, agentFolders, caches: [] }).kernel.allowWrite;
  expect(open('/elsewhere/conf')).toEqual(['/opt/app/data']);
  expect(open('/opt/app')).toEqual([]);
});

describe('who keeps a deny rule is said in a sentence', () => {
  const source = { scope: 'user' } as const;
  test.each([
    ['Read(./.env)', 'Held by the kernel.'],
    ['Bash(curl:*)', 'Held by the kernel, in part by reading. A copy of curl under another name is held by reading.'],
    ['Bash(git push:*)', 'Held by reading. The kernel does not see the arguments of a command.'],
  ])('%s', (rule, words) => {
    const { holds } = limits([`deny ${rule}`]);
    expect(keptBy({ rule, source }, holds)?.text).toBe(words);
    expect(keptBy({ rule, source }, undefined)?.text).toBe('Held by reading: commands run without a sandbox here.');
    // Of a rule that the sandbox was not told of, nothing is claimed.
    expect(keptBy({ rule, source: { scope: 'project' } }, holds)).toBeUndefined();
  });
});

test('what is told is absolute, also where the rule is not and where nothing is there: the agent passes over a relative path', () => {
  const names = ['.env', './not-there', 'not/there/**', '~/none', '//srv/none', 'src/**', '**/*.pem', './a/../b'];
  const { kernel } = limits(names.flatMap(name => [`deny Read(${name})`, `deny Edit(${name})`]));
  const told = [...kernel.denyRead, ...kernel.denyWrite];
  expect(told.filter(path => !path.startsWith('/') || path.includes('/../'))).toEqual([]);
  expect(told).toEqual(expect.arrayContaining(['/ws/not-there', '/home/me/none', '/srv/none']));
});
