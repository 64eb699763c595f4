import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { makeClaudeHome } from '../../scripts/lib/workspace.mjs';
import { parseScenario } from '../fakes/scenario.mjs';
import { startScriptedModel } from '../fakes/scriptedModel.mjs';

export interface AutoRun {
  /** The commands that the CLI ran without asking anybody. */
  readonly ran: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
}

/** Lets the real CLI decide about commands by itself, with no rules. Its shell is a stub, so nothing it allows really runs. */
export async function autoRun(cli: string, commands: readonly string[]): Promise<AutoRun> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'latch-auto-run-')));
  const workspace = join(root, 'workspace');
  const home = join(root, 'home');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  makeClaudeHome(home, workspace);
  const shell = join(root, 'bash');
  writeFileSync(shell, '#!/bin/sh\nexit 0\n');
  chmodSync(shell, 0o755);
  // One message for each call: a denied call of a message may end the others.
  const turns = commands.map((command, index) => [
    { id: `toolu_${index}`, tool: 'Bash', input: { command, description: 'Try' } },
  ]);
  const scenario = parseScenario({ turns: [...turns, [{ text: 'Done.' }]] });
  const model = await startScriptedModel({ scenario, workspace, paceMs: 0 });
  const env = { ...scriptedEnv(model.url, home), DISABLE_AUTOUPDATER: '1', SHELL: shell, CLAUDE_CODE_SHELL: shell };
  const args =
    '-p --input-format stream-json --output-format stream-json --verbose --permission-prompt-tool stdio --setting-sources user';
  const child = spawn(cli, args.split(' '), { cwd: workspace, env, stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const asked = await denyAll(child);
    const seen = new Set(commands.filter((_, index) => model.requests.length > index));
    const ran = new Set(commands.filter(command => seen.has(command) && !asked.has(command)));
    return { ran, asked };
  } finally {
    // It still writes into its home while it ends.
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill();
    await ended;
    await model.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts the conversation and denies whatever is asked; gives the commands that were asked. */
async function denyAll(child: ChildProcess): Promise<ReadonlySet<string>> {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('The CLI has no pipes.');
  const send = (message: object): void => void stdin.write(`${JSON.stringify(message)}\n`);
  const asked = new Set<string>();
  send({ type: 'control_request', request_id: 'start', request: { subtype: 'initialize' } });
  send({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: 'Go' } });
  for await (const line of createInterface({ input: stdout })) {
    const message: {
      type?: string;
      request_id?: string;
      request?: { subtype?: string; input?: { command?: string } };
    } = JSON.parse(line);
    if (message.type === 'result') return asked;
    if (message.type !== 'control_request' || message.request?.subtype !== 'can_use_tool') continue;
    asked.add(message.request.input?.command ?? '');
    const response = {
      subtype: 'success',
      request_id: message.request_id,
      response: { behavior: 'deny', message: 'No.' },
    };
    send({ type: 'control_response', response });
  }
  throw new Error('The CLI ended before the conversation did.');
}
