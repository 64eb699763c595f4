// The pinned CLI takes the scripted model for the real one. What is asserted here is what all other tests build on.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, test } from 'vitest';
import { expect } from '../support/inWords';
import { pinnedCli } from '../../scripts/lib/paths.mjs';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { parseScenario } from '../fakes/scenario.mjs';
import { startScriptedModel, type ScriptedModel } from '../fakes/scriptedModel.mjs';

const folder = mkdtempSync(join(tmpdir(), 'latch-contract-'));
let model: ScriptedModel;
afterEach(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Asks the CLI one thing and returns what it finally said. */
async function askCli(scenario: object): Promise<string> {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  model = await startScriptedModel({ scenario: parseScenario(scenario), workspace: folder, paceMs: 0 });
  const env = { PATH: process.env.PATH, HOME: home, DISABLE_AUTOUPDATER: '1', ...scriptedEnv(model.url, home) };
  const cli = promisify(execFile)(pinnedCli(), ['-p', 'Go on.', '--allowedTools', 'Bash(true)'], { cwd: folder, env });
  cli.child.stdin?.end();
  return (await cli).stdout.trim();
}

test('plays a whole turn: a tool call, its result, a last word', async () => {
  const said = await askCli({
    turns: [[{ thinking: 'Hm.' }, { tool: 'Bash', input: { command: 'true' } }], [{ text: 'That was it.' }]],
  });
  expect(said).toBe('That was it.');
  const results = JSON.stringify(model.requests.findLast(request => request.speaker === 'main')?.body.messages);
  expect(results).toContain('"type":"tool_result"');
});

test('tells the requests of a subagent from those of the conversation', async () => {
  const said = await askCli({
    turns: [
      [
        {
          tool: 'Agent',
          input: {
            description: 'Look',
            prompt: 'Look around.',
            subagent_type: 'general-purpose',
            run_in_background: false,
          },
        },
      ],
      [{ text: 'The agent is back.' }],
    ],
    agents: { 'Look around.': [[{ tool: 'Bash', input: { command: 'true' } }], [{ text: 'Nothing to see.' }]] },
  });
  expect(said).toBe('The agent is back.');
  const speakers = model.requests.map(request => request.speaker).filter(speaker => speaker !== 'helper');
  expect(speakers).toEqual(['main', 'agent', 'agent', 'main']);
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Nothing to see.');
});

test('an overloaded model is asked again and the next turn answers', async () => {
  expect(await askCli({ turns: [[{ error: 'overloaded_error' }], [{ text: 'Here I am.' }]] })).toBe('Here I am.');
  expect(model.requests.filter(request => request.speaker === 'main')).toHaveLength(2);
});
