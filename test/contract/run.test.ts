import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { pinnedCli, root } from '../../scripts/lib/paths.mjs';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { makeClaudeHome } from '../../scripts/lib/workspace.mjs';
import { readChain } from '../fakes/journalText';
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
  const program = join(folder, 'latch.cjs');
  let workspace: string;

  beforeAll(async () => {
    await build({
      entryPoints: [join(root, 'src', 'cli', 'latch.ts')],
      outfile: program,
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
    const home = join(workspace, '..', 'home');
    makeClaudeHome(home, workspace);
    writeFileSync(join(workspace, 'rules.json'), JSON.stringify(rules));
    const model = await startScriptedModel({ scenario: parseScenario({ turns }), workspace, paceMs: 0 });
    try {
      const journal = join(workspace, 'journal');
      const args = ['--claude', pinnedCli(), '--rules', 'rules.json', '--journal', journal, '--', 'Go'];
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

  test('ends with 0 when nothing was denied', async () => {
    const { code, events } = await withModel([[{ text: 'Nothing to do.' }]], { version: 1, rules: [] });
    expect(code).toBe(0);
    expect(events).toContainEqual(expect.objectContaining({ type: 'text', text: 'Nothing to do.' }));
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
