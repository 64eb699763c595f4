// What the kernel holds, on the real CLI with every call allowed.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { weaknessesOf } from '../../src/core/claude/sandbox';
import type { SessionLimits } from '../../src/core/session/enforcement';
import { quoted } from '../../src/core/texts/sentence';
import { RuleJudge } from '../../src/rules/judge';
import { ruleLimits } from '../../src/rules/limits';
import { clis } from './clis';
import { isHeld } from './sandboxed';
import { openStage, type Stage, type StageOptions } from './stage';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: id } });

/** The rules of the files that are named, and nothing that a person skips. */
const alone = {
  skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
  projectAllows: () => true,
  onProblem() {},
};

function limits(workspace: string, more: Partial<SessionLimits['kernel']> = {}): SessionLimits {
  const kernel = {
    denyRead: [join(workspace, '.env')],
    denyWrite: [join(workspace, 'src')],
    allowWrite: [],
    deniedHosts: [],
  };
  return {
    kernel: { ...kernel, ...more },
    failures: [],
    reads: [{ path: join(workspace, '.env'), rule: 'Read(.env)' }],
    writes: [{ path: join(workspace, 'src') }],
  };
}

function prepare(workspace: string): void {
  writeFileSync(join(workspace, '.env'), 'S3CRET');
  mkdirSync(join(workspace, 'src'));
}

/** The real one, in a place where nobody may have a namespace, as in a container that does not allow it. */
const withoutNamespaces = `#!/bin/sh
exec unshare --user --map-root-user sh -c '
  echo 0 > /proc/sys/user/max_user_namespaces
  exec setpriv --bounding-set=-all --inh-caps=-all -- /usr/bin/bwrap "$@"' bwrap "$@"
`;

/** A PATH with all programs but one, which stands in a folder of its own and can be taken away. */
function pathWithout(program: string, root: string): { readonly path: string; readonly file: string } {
  const all = join(root, 'all');
  const own = join(root, 'own');
  mkdirSync(all);
  mkdirSync(own);
  for (const name of readdirSync('/usr/bin'))
    if (name !== program) symlinkSync(join('/usr/bin', name), join(all, name));
  return { path: `${own}:${all}`, file: join(own, program) };
}

async function open(cli: string, options: Omit<StageOptions, 'cli'>): Promise<Stage> {
  const stage = await openStage({
    cli,
    prepare,
    enforcement: 'auto',
    limits: workspace => Promise.resolve(limits(workspace)),
    ...options,
  });
  await stage.send();
  return stage;
}

async function allowed(stage: Stage, id: string): Promise<string> {
  await stage.asked(id);
  stage.allow(id);
  await stage.until(`${id} to end`, () => /done|failed/.test(stage.cards.get(id)?.state ?? ''));
  return stage.cards.get(id)?.result?.text ?? '';
}

describe.skipIf(!isHeld).each(clis)('Claude Code $version', ({ path: cli, version }) => {
  test('what is denied stays unread and unwritten, however it is spelled', async () => {
    const spelled = [
      'cat .env',
      `python3 -c 'print(open(chr(46)+"env").read())'`,
      'cp .env x; cat x; ln .env y; mv .env z; cat y z',
      'cat /proc/self/cwd/.env; tar cf - . | cat',
      'a=()"$(cat .env)"; echo "$a"',
      'echo x > src/new; mv src other; rm -rf src',
    ];
    const stage = await open(cli, {
      turns: [...spelled.map((command, at) => [bash(`t${at}`, command)]), [{ text: 'End' }]],
    });
    const told: string[] = [];
    for (const at of spelled.keys()) told.push(await allowed(stage, `t${at}`));
    expect(told.join('\n')).not.toContain('S3CRET');
    expect(readdirSync(stage.workspace)).toEqual(expect.arrayContaining(['.env', 'src']));
    expect(readdirSync(join(stage.workspace, 'src'))).toEqual([]);
    expect(stage.session.view.shield).toMatchObject({ state: 'held', counts: { reads: 1, writes: 1, hosts: 0 } });
  });

  test('a change of the rules reaches the running agent before its next command', async () => {
    let current: Partial<SessionLimits['kernel']> = { denyRead: [] };
    const stage = await open(cli, {
      turns: [[bash('a', 'cat .env')], [bash('b', 'cat .env')], [{ text: 'End' }]],
      limits: workspace => Promise.resolve(limits(workspace, current)),
    });
    expect(await allowed(stage, 'a')).toBe('S3CRET');
    current = {};
    expect(await allowed(stage, 'b')).toContain('Permission denied');
  });

  test('a rule that was there from the start and goes is let go of before the next command', async () => {
    let current: Partial<SessionLimits['kernel']> = {};
    const stage = await open(cli, {
      turns: [[bash('a', 'cat .env')], [bash('b', 'cat .env; touch src/new')], [{ text: 'End' }]],
      limits: workspace => Promise.resolve(limits(workspace, current)),
    });
    expect(await allowed(stage, 'a')).toContain('Permission denied');
    current = { denyRead: [], denyWrite: [] };
    expect(await allowed(stage, 'b')).toBe('S3CRET');
    expect(readdirSync(join(stage.workspace, 'src'))).toEqual(['new']);
  });

  test('a program that is missing at the start leaves commands as they are in auto, and says so', async () => {
    let path = '';
    const stage = await openStage({
      cli,
      prepare: (workspace, home) => {
        prepare(workspace);
        path = pathWithout('bwrap', home).path;
      },
      enforcement: 'auto',
      limits: workspace => Promise.resolve(limits(workspace)),
      environment: {
        get PATH() {
          return path;
        },
      },
      turns: [[bash('a', 'echo ran')], [{ text: 'End' }]],
    });
    await stage.send();
    expect(stage.session.view.shield).toMatchObject({
      state: 'open',
      why: { text: 'bwrap cannot be found.' },
      remedy: { text: 'sudo apt-get install bubblewrap socat' },
    });
    expect(await allowed(stage, 'a')).toBe('ran');
    expect(
      (await stage.journal()).flatMap(({ record }) => (record.type === 'execution_resumed' ? [record.held] : [])),
    ).toEqual([false]);
  });

  test('a program that is taken away in mid-session never leaves a command outside', async () => {
    let bwrap = { path: '', file: '' };
    const stage = await openStage({
      cli,
      prepare: (workspace, home) => {
        prepare(workspace);
        bwrap = pathWithout('bwrap', home);
        copyFileSync('/usr/bin/bwrap', bwrap.file);
      },
      enforcement: 'auto',
      limits: workspace => Promise.resolve(limits(workspace)),
      environment: {
        get PATH() {
          return bwrap.path;
        },
      },
      turns: [
        [bash('a', 'cat .env; echo ran > ran')],
        [bash('b', 'cat .env; echo ran > ran2')],
        [bash('c', 'cat .env; echo ran > ran3')],
        [{ text: 'End' }],
      ],
    });
    await stage.send();
    expect(await allowed(stage, 'a')).toContain('Permission denied');
    expect(readFileSync(join(stage.workspace, 'ran'), 'utf8')).toBe('ran\n');
    rmSync(bwrap.file);
    expect(await allowed(stage, 'b')).toMatch(/bwrap: (?:command )?not found/);
    expect(stage.cards.get('b')?.kernel?.text).toContain('The sandbox does not start any more');
    writeFileSync(bwrap.file, withoutNamespaces, { mode: 0o755 });
    expect(await allowed(stage, 'c')).toMatch(/bwrap: .*(?:namespace|not permitted)/);
    expect(stage.cards.get('c')?.kernel?.text).toContain('The sandbox does not start any more');
    expect(readdirSync(stage.workspace).filter(name => name.startsWith('ran'))).toEqual(['ran']);
  });

  test.each(['auto', 'required'] as const)('a sandbox that the system forbids, with %s', async enforcement => {
    let path = '';
    const stage = await open(cli, {
      enforcement,
      prepare: (workspace, home) => {
        prepare(workspace);
        const bwrap = pathWithout('bwrap', home);
        writeFileSync(bwrap.file, withoutNamespaces, { mode: 0o755 });
        ({ path } = bwrap);
      },
      environment: {
        get PATH() {
          return path;
        },
      },
      turns: [[bash('a', 'echo ran > ran')], [{ text: 'End' }]],
    });
    await stage.asked('a');
    const { shield } = stage.session.view;
    expect([shield.state, 'why' in shield ? shield.why.text : '']).toEqual([
      enforcement === 'auto' ? 'open' : 'stopped',
      expect.stringMatching(/^The sandbox does not start, because this system, .* forbids it: bwrap: /),
    ]);
  });

  test.each<[object, string]>([
    [{ filesystem: { allowRead: ['/x'] } }, 'Another setting of Claude Code changes sandbox.filesystem.allowRead.'],
    [
      { excludedCommands: ['docker *', 'gh *'] },
      'Other settings of Claude Code let commands out of the sandbox (sandbox.excludedCommands), each with the whole line in which it stands: docker * and gh *.',
    ],
  ])('another setting that lets commands out is seen, and nothing is called held then: %j', async (sandbox, why) => {
    const stage = await open(cli, {
      prepare: (workspace, home) => {
        prepare(workspace);
        const file = join(home, 'settings.json');
        writeFileSync(file, JSON.stringify({ sandbox }));
      },
      turns: [[bash('a', 'echo')], [{ text: 'End' }]],
      enforcement: 'required',
    });
    await stage.card('a', 'waiting');
    expect(stage.session.view.shield).toMatchObject({ state: 'stopped', why: { text: why } });
  });

  test('what the kernel stops is said on the card, by its rule, and to the model', async () => {
    const stage = await open(cli, {
      turns: [[bash('a', 'cat .env; true')], [bash('b', 'echo x > src/n')], [{ text: 'End' }]],
    });
    await allowed(stage, 'a');
    await allowed(stage, 'b');
    await stage.idle();
    const { workspace } = stage;
    expect(stage.cards.get('a')?.kernel?.text).toBe(
      `The kernel stopped this: the rule Read(.env) keeps ${workspace}/.env.`,
    );
    expect(stage.cards.get('b')?.kernel?.text).toBe(`The kernel stopped this: Latch protects ${workspace}/src.`);
    expect(stage.lastRequest()).toContain('The kernel stopped this: the rule Read(.env)');
  });

  test('a command writes elsewhere only with its own leave, and nothing after it does', async () => {
    const stage = await openStage({
      cli,
      enforcement: 'auto',
      prepare: workspace => mkdirSync(join(workspace, '..', 'elsewhere')),
      judge: call => {
        const path = join(call.cwd, '..', 'elsewhere');
        return {
          verdict: { decision: 'ask', readOnly: false, always: true },
          risk: 'low',
          riskSentence: quoted(''),
          because: [],
          outside: call.tool === 'Bash' && call.held === true ? [{ path: join(path, 'x'), folder: path }] : [],
        };
      },
      turns: [
        [bash('a', 'echo x > ../elsewhere/a')],
        [bash('b', 'echo x > ../elsewhere/b')],
        [bash('c', 'echo x > ../elsewhere/c')],
        [{ text: 'End' }],
      ],
    });
    const elsewhere = join(stage.workspace, '..', 'elsewhere');
    await stage.send();
    await stage.asked('a');
    expect(stage.cards.get('a')?.kernel?.text).toContain('The kernel will stop this');
    stage.allow('a');
    await stage.asked('b');
    expect(stage.cards.get('a')?.kernel?.text).toBe(
      'The kernel stopped this: commands can write only in the folder of the session.',
    );
    expect(() => stage.allow('b', { suggestions: [{ type: 'latchWrite', folder: '/' }] })).toThrow('did not suggest');
    stage.allow('b', { suggestions: [{ type: 'latchWrite', folder: elsewhere }] });
    await stage.asked('c');
    stage.allow('c');
    await stage.idle();
    expect(readdirSync(elsewhere)).toEqual(['b']);
    const taken = (await stage.journal()).flatMap(({ record }) =>
      record.type === 'interaction_response' && record.permissions ? [record.permissions] : [],
    );
    expect(taken).toEqual([[{ type: 'latchWrite', folder: elsewhere }]]);
  });

  test('a name that the agent would take for a pattern, or cut, is kept all the same', async () => {
    let rules: RuleJudge | undefined;
    const stage = await openStage({
      cli,
      enforcement: 'required',
      prepare: workspace => {
        const root = join(workspace, '..');
        for (const folder of ['[id]', 'ends ']) {
          mkdirSync(join(workspace, folder));
          writeFileSync(join(workspace, folder, 'x'), 'S3CRET');
        }
        const file = join(root, 'rules.json');
        const denied = ['Read(./[[]id]/**)', 'Read(./ends /**)'];
        writeFileSync(file, JSON.stringify({ rules: denied.map(pattern => ({ action: 'deny', pattern })) }));
        rules = new RuleJudge({ workspace, files: [file], ...alone });
      },
      limits: workspace => {
        if (!rules) throw new Error('There are no rules yet.');
        return ruleLimits(
          { scopes: rules.scopes, workspace, ownFolders: [] },
          undefined,
          process.env['PATH'] ?? '',
          [],
        );
      },
      turns: [[bash('a', "cat '[id]/x'")], [bash('b', "cat 'ends /x'")], [{ text: 'End' }]],
    });
    await stage.send();
    for (const id of ['a', 'b']) expect(await allowed(stage, id)).toMatch(/Permission denied|No such file/);
  });

  test('a rule opens a folder elsewhere, and a leave for the session another one; what is protected in them stays', async () => {
    let rules: RuleJudge | undefined;
    const [byRule, byLeave] = ['rules-folder', 'leave-folder'];
    const stage = await openStage({
      cli,
      enforcement: 'required',
      prepare: workspace => {
        const root = join(workspace, '..');
        for (const name of [byRule, byLeave]) mkdirSync(join(root, name, '.git', 'hooks'), { recursive: true });
        mkdirSync(join(root, byRule, 'kept'));
        const file = join(root, 'rules.json');
        const written = [
          { action: 'allow', pattern: `Edit(/${join(root, byRule)}/**)` },
          { action: 'deny', pattern: `Edit(/${join(root, byRule, 'kept')}/**)` },
        ];
        writeFileSync(file, JSON.stringify({ rules: written }));
        rules = new RuleJudge({ workspace, files: [file], ...alone });
      },
      judge: call => {
        if (!rules) throw new Error('There are no rules yet.');
        return { ...rules.judge(call), verdict: { decision: 'ask', readOnly: false, always: true } };
      },
      limits: (workspace, _home, opened) => {
        if (!rules) throw new Error('There are no rules yet.');
        return ruleLimits(
          { scopes: rules.scopes, workspace, ownFolders: [] },
          undefined,
          process.env['PATH'] ?? '',
          opened,
        );
      },
      turns: [
        [
          bash(
            'rule',
            `for it in new .git/hooks/x kept/x; do echo x > ../${byRule}/$it; done; echo x > ../${byLeave}/no`,
          ),
        ],
        [bash('leave', `echo x > ../${byLeave}/first`)],
        [bash('later', `echo x > ../${byLeave}/second; echo x > ../${byLeave}/.git/hooks/x`)],
        [{ text: 'End' }],
      ],
    });
    const root = join(stage.workspace, '..');
    const names = (folder: string): readonly string[] =>
      readdirSync(join(root, folder), { recursive: true }).map(String).toSorted();
    await stage.send();
    await allowed(stage, 'rule');
    expect(names(byRule)).toEqual(['.git', '.git/hooks', 'kept', 'new']);
    expect((await stage.asked('leave')).kernel?.text).toContain(`not ${join(root, byLeave, 'first')}`);
    const leave = { type: 'latchWrite', folder: join(root, byLeave), lasts: 'session' };
    stage.allow('leave', { suggestions: [leave] });
    const later = await stage.asked('later');
    expect(later.kernel).toBeUndefined();
    expect(stage.session.view.shield).toMatchObject({ state: 'held', opened: [join(root, byLeave)] });
    stage.allow('later');
    await stage.idle();
    expect(names(byLeave)).toEqual(['.git', '.git/hooks', 'first', 'second']);
    const taken = (await stage.journal()).flatMap(({ record }) =>
      record.type === 'interaction_response' && record.permissions ? [record.permissions] : [],
    );
    expect(taken).toEqual([[leave]]);
  });

  test('a command that is excluded runs outside, and whatever line may do so is called held by reading', async () => {
    const lines = [
      './out',
      './out; ./out x',
      'cd . && ./out',
      './out | cat',
      "FOO=1 './out'",
      './ou\\t',
      'timeout 5 ./out',
      'bash -c ./out',
      'echo "$(./out)"',
      // A longer name is another one.
      './outer',
      'cat .env',
    ];
    const certain = ['./out', './out; ./out x'];
    const stage = await openStage({
      cli,
      enforcement: 'required',
      excluded: ['./out'],
      prepare: workspace => {
        prepare(workspace);
        for (const name of ['out', 'outer'])
          writeFileSync(join(workspace, name), '#!/bin/sh\ncat .env\n', { mode: 0o755 });
      },
      limits: workspace => Promise.resolve(limits(workspace)),
      judge: call => {
        const { judge } = new RuleJudge({ workspace: call.cwd, files: [], ...alone });
        return { ...judge(call), verdict: { decision: 'ask', readOnly: false, always: true } };
      },
      turns: [...lines.map((line, at) => [bash(`t${at}`, line)]), [{ text: 'End' }]],
    });
    await stage.send();
    const left: string[] = [];
    for (const [at, line] of lines.entries()) if ((await allowed(stage, `t${at}`)).includes('S3CRET')) left.push(line);
    const told = (await stage.journal()).flatMap(({ record }) =>
      record.type === 'execution_resumed' ? [record.held] : [],
    );
    const byReading = lines.filter((_, at) => told[at] === false);
    expect(byReading).toEqual(expect.arrayContaining(left));
    expect(left).toEqual(expect.arrayContaining(certain));
    expect(lines.filter((_, at) => told[at] === true)).toEqual(['./outer', 'cat .env']);
    expect(stage.session.view.shield).toMatchObject({ state: 'held', excluded: ['./out'] });
    expect(stage.cards.get('t9')?.kernel?.text).toContain('The kernel stopped this');
  });

  test('where only what leaves the workspace asks, a command that stays in it runs, and one that says nothing of it does not leave', async () => {
    let rules: RuleJudge | undefined;
    const outside = `/var/tmp/latch-confined-${process.pid}-${version}`;
    const stage = await openStage({
      cli,
      enforcement: 'required',
      askAbout: 'leaving',
      prepare: workspace => {
        writeFileSync(join(workspace, 'build.py'), `open("built", "w")\nopen("${outside}", "w")`);
        rules = new RuleJudge({ workspace, files: [], askAbout: () => 'leaving', ...alone });
      },
      judge: call => {
        if (!rules) throw new Error('There are no rules yet.');
        return rules.judge(call);
      },
      turns: [[bash('inside', 'python3 build.py')], [bash('outside', `touch ${outside}`)], [{ text: 'End' }]],
    });
    await stage.send();
    // Commands of an older one are known to get out, so all of them ask.
    const isTight = weaknessesOf(version, false).length === 0;
    if (!isTight) {
      await stage.asked('inside');
      stage.allow('inside');
    }
    await stage.asked('outside');
    stage.deny('outside');
    await stage.idle();
    expect(stage.cards.get('inside')).toMatchObject({ state: 'failed', outcome: { by: isTight ? 'rule' : 'person' } });
    expect(stage.session.view.shield).toMatchObject({ state: 'held', calm: isTight });
    expect([existsSync(join(stage.workspace, 'built')), existsSync(outside)]).toEqual([true, false]);
  });
});
