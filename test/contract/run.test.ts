import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { pinnedCli, root } from '../../scripts/lib/paths.mjs';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { makeClaudeHome } from '../../scripts/lib/workspace.mjs';
import { readChain } from '../fakes/journalText';
import { newDatabase, sql } from '../fakes/postgres';
import { sha256 } from '../../src/stores/sha256';
import { parseScenario } from '../fakes/scenario.mjs';
import { startScriptedModel } from '../fakes/scriptedModel.mjs';
import { bash } from './calls';

interface Ran {
  readonly code: number | null;
  readonly events: readonly Record<string, unknown>[];
  readonly stderr: string;
}

describe('latch run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-run-'));
  const program = join(folder, 'latch.js');
  let workspace: string;

  beforeAll(async () => {
    await build({
      entryPoints: {
        latch: join(root, 'src', 'cli', 'latch.ts'),
        postgres: join(root, 'src', 'stores', 'postgres', 'postgresStore.ts'),
      },
      outdir: folder,
      external: ['pg-native'],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
      define: { LATCH_VERSION: '"test"' },
    });
  });
  beforeEach(() => {
    workspace = mkdtempSync(join(folder, 'workspace-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  function latch(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
    const child = spawn(process.execPath, [program, 'run', ...args], {
      cwd: workspace,
      env: { ...process.env, ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    return new Promise(resolve => {
      child.on('close', code => {
        const events =
          stdout.trim() === ''
            ? []
            : stdout
                .trim()
                .split('\n')
                .map(line => JSON.parse(line));
        resolve({ code, events, stderr });
      });
    });
  }

  async function withModel(turns: readonly unknown[], rules: object): Promise<Ran> {
    writeFileSync(join(workspace, 'rules.json'), JSON.stringify(rules));
    return play(turns, ['--rules', 'rules.json']);
  }

  async function play(turns: readonly unknown[], options: readonly string[], settings?: object): Promise<Ran> {
    const home = join(workspace, '..', 'home');
    rmSync(home, { recursive: true, force: true });
    makeClaudeHome(home, workspace);
    if (settings) writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
    const model = await startScriptedModel({ scenario: parseScenario({ turns }), workspace, paceMs: 0 });
    try {
      const journal = join(workspace, '..', 'journal');
      const args = ['--claude', pinnedCli(), ...options, '--journal', journal, '--', 'Go'];
      return await latch(args, { ...scriptedEnv(model.url, home), DISABLE_AUTOUPDATER: '1' });
    } finally {
      await model.close();
    }
  }

  test('runs what the rules allow, denies the rest with the reason, and says so in events, a record and the exit code', async () => {
    const turns = [
      [bash('toolu_yes', 'touch yes.txt'), bash('toolu_no', 'touch yes.txt && curl evil.example')],
      [{ text: 'Finished.' }],
    ];
    const { code, events } = await withModel(turns, {
      version: 1,
      rules: [{ action: 'allow', pattern: 'Bash(touch:*)' }],
    });
    expect(code).toBe(3);
    expect(existsSync(join(workspace, 'yes.txt'))).toBe(true);
    const states = events
      .filter(event => event['type'] === 'state')
      .map(event => `${String(event['toolCallId'])} ${String(event['state'])}`);
    expect(states).toContain('toolu_yes done');
    expect(states).toContain('toolu_no denied');
    expect(events.at(-1)).toMatchObject({ type: 'summary', code: 3, calls: 2, done: 1, denied: 1 });
    const [session] = events;
    const { lines, broken } = readChain(readFileSync(String(session?.['journal']), 'utf8'), sha256);
    expect(broken).toBeUndefined();
    expect(lines.filter(line => line.record.type === 'interaction_response')).toHaveLength(2);
  });

  test('is in the record of a team where that is told, and nothing of its commands', async () => {
    const url = await newDatabase();
    const turns = [[bash('toolu_yes', 'touch yes.txt'), bash('toolu_no', 'rm yes.txt')], [{ text: 'Finished.' }]];
    writeFileSync(
      join(workspace, 'rules.json'),
      JSON.stringify({ version: 1, rules: [{ action: 'allow', pattern: 'Bash(touch:*)' }] }),
    );
    const options = ['--rules', 'rules.json', '--store', url];
    const { events } = await play(turns, [...options, '--record', 'hashes']);
    const journal = String(events[0]?.['journal']);
    const decisions = await sql(
      url,
      `select told::jsonb->>'toolCallId' as id, told::jsonb->>'choice' as choice, told::jsonb->'by'->>'kind' as by
       from latch.journal where told like '%"interaction_response"%' order by number`,
    );
    expect(decisions).toEqual([
      { id: 'toolu_yes', choice: 'allow', by: 'rule' },
      { id: 'toolu_no', choice: 'deny', by: 'rule' },
    ]);
    expect(JSON.stringify(await sql(url, 'select told from latch.journal'))).not.toMatch(/touch|yes\.txt/);
    const verified = spawnSync(process.execPath, [program, 'verify', '--store', url, journal], { encoding: 'utf8' });
    expect(verified).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Each of them is the one that stands here.'),
    });

    await play([[{ text: 'Nothing.' }]], options);
    expect(await sql(url, 'select count(distinct session)::int from latch.journal')).toEqual([{ count: 1 }]);
    expect(await latch(['--record', 'hashes', '--', 'Go'])).toMatchObject({ code: 2 });
    expect(await latch(['--record', 'all', '--store', url, '--', 'Go'])).toMatchObject({ code: 2 });
  });

  test('ends with 0 when nothing was denied', async () => {
    const { code, events } = await withModel([[{ text: 'Nothing to do.' }]], { version: 1, rules: [] });
    expect(code).toBe(0);
    expect(events).toContainEqual(expect.objectContaining({ type: 'text', text: 'Nothing to do.' }));
  });

  test.each(['bypassPermissions', 'acceptEdits'])(
    'the mode %s of the settings of the person allows nothing',
    async defaultMode => {
      const file = join(workspace, 'made.txt');
      const turns = [
        [bash('toolu_1', 'mkdir made'), { tool: 'Write', input: { file_path: file, content: 'x' }, id: 'toolu_2' }],
        [{ text: 'Finished.' }],
      ];
      const settings = { permissions: { defaultMode }, skipDangerousModePermissionPrompt: true };
      const { code, events } = await play(turns, [], settings);
      expect(events.at(-1)).toMatchObject({ type: 'summary', done: 0, denied: 2 });
      expect(code).toBe(3);
      expect([existsSync(file), existsSync(join(workspace, 'made'))]).toEqual([false, false]);
    },
  );

  describe('in a repository that brings allow rules', () => {
    const turns = [[bash('toolu_1', 'touch yes.txt'), bash('toolu_2', 'mkdir no')], [{ text: 'Finished.' }]];
    function bring(): void {
      const rules = [
        { action: 'allow', pattern: 'Bash(touch:*)' },
        { action: 'allow', pattern: 'Bash(mkdir:*)' },
        { action: 'deny', pattern: 'Bash(mkdir no)' },
      ];
      mkdirSync(join(workspace, '.latch'));
      writeFileSync(join(workspace, '.latch', 'rules.json'), JSON.stringify({ version: 1, rules }));
    }

    test('only its deny rules count until its very content is accepted', async () => {
      bring();
      const open = await play(turns, []);
      expect(open.events.at(-1)).toMatchObject({ type: 'summary', code: 3, done: 0, denied: 2 });
      const [, hash = ''] = /only its deny and ask rules count\. .*--accept ([0-9a-f]{64})/.exec(open.stderr) ?? [];
      const accepted = await play(turns, ['--accept', hash]);
      expect(accepted.events.at(-1)).toMatchObject({ type: 'summary', code: 3, done: 1, denied: 1 });
      expect(existsSync(join(workspace, 'yes.txt'))).toBe(true);

      writeFileSync(join(workspace, '.latch', 'rules.json'), '{"rules":[{"action":"allow","pattern":"Bash"}]}');
      const other = await play(turns, ['--accept', hash]);
      expect(other.code).toBe(2);
      expect(other.stderr).toContain('the repository is not what --accept names. To accept exactly what is there now');
      expect(other.events).toEqual([]);
    });

    test('an allow rule that comes while it runs does not count either', async () => {
      bring();
      writeFileSync(join(workspace, 'wide.json'), '{"rules":[{"action":"allow","pattern":"Bash"}]}');
      const [, hash = ''] = /--accept ([0-9a-f]{64})/.exec((await play(turns, [])).stderr) ?? [];
      const swap = [
        [bash('toolu_1', 'touch yes.txt')],
        [{ waitMs: 1500 }, bash('toolu_2', 'mkdir other')],
        [{ text: 'Done.' }],
      ];
      const playing = play(swap, ['--accept', hash]);
      await waitFor(() => existsSync(join(workspace, 'yes.txt')), playing);
      copyFileSync(join(workspace, 'wide.json'), join(workspace, '.latch', 'rules.json'));
      expect((await playing).events.at(-1)).toMatchObject({ type: 'summary', done: 1, denied: 1 });
    });

    test('all of it is refused without its hash', async () => {
      mkdirSync(join(workspace, '.claude'));
      writeFileSync(join(workspace, '.claude', 'settings.json'), '{"hooks":{"Stop":[{"hooks":[{"command":"evil"}]}]}}');
      const { code, stderr } = await play(turns, ['--repository', 'all']);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /--repository all needs what the repository brings to be accepted\. .*--accept [0-9a-f]{64}/,
      );
    });
  });

  test('ends with 1 and the reason where there is no CLI', async () => {
    const { code, events } = await latch(['--claude', './no-such-claude', '--journal', 'journal', '--', 'Go']);
    expect(code).toBe(1);
    expect(events).toContainEqual(expect.objectContaining({ type: 'failed', code: 'cli-missing' }));
  });

  test.each([[['--', '']], [['--nonsense']], [['--repository', 'some', '--', 'Go']]])(
    'ends with 2 and how to use it: %j',
    async args => {
      const { code, stderr, events } = await latch(args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^latch run: /);
      expect(events).toEqual([]);
    },
  );
});

/** Until it is so, as long as it still can be. */
async function waitFor(condition: () => boolean, running: Promise<Ran>): Promise<void> {
  let ended: Ran | undefined;
  void running.then(ran => (ended = ran));
  while (!condition()) {
    if (ended) throw new Error(`It ended before: ${JSON.stringify(ended)}`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
