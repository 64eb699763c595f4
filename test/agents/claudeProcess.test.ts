import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ClaudeProcess, type ProcessExit } from '../../src/agents/claudeProcess';

/** A time that no other run of this test waits for on the same machine. */
const seconds = `4244.${process.pid}`;

const stubborn = `#!/usr/bin/env node
const { spawn } = require('node:child_process');
process.on('SIGTERM', () => {});
spawn('sleep', ['${seconds}'], { detached: true, stdio: 'ignore' }).unref();
setInterval(() => {}, 1000);
console.log('{"type":"up"}');
`;

const sleeping = (): string[] =>
  execFileSync('ps', ['-Ao', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.startsWith(`sleep ${seconds}`));

test('an agent that neither its end of input nor SIGTERM moves is killed, with the commands it started apart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'claude');
  writeFileSync(path, stubborn);
  chmodSync(path, 0o755);
  let exit: ProcessExit | undefined;
  const started = await new Promise<ClaudeProcess>(resolve => {
    const child = new ClaudeProcess({
      path,
      args: [],
      cwd: folder,
      mark: `test ${process.pid}`,
      environment: { PATH: process.env['PATH'] ?? '' },
      onMessage: () => resolve(child),
      onGarbage: () => {},
      onStderr: () => {},
      onExit: how => {
        exit = how;
      },
    });
  });
  expect(sleeping()).toHaveLength(1);
  await started.stop();
  expect(exit).toMatchObject({ code: null, signal: 'SIGKILL' });
  // What is killed still needs a moment of a processor to be gone.
  await expect.poll(sleeping).toEqual([]);
  await expect(started.send({ type: 'user' })).rejects.toThrow('the agent has ended');
});

test('a delta is passed on when it comes, though another may follow', async () => {
  const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'so far' } };
  const message = { type: 'stream_event', event, session_id: 's', parent_tool_use_id: null, uuid: 'u' };
  const said = await new Promise(resolve => {
    const child = new ClaudeProcess({
      path: process.execPath,
      args: ['-e', `console.log(${JSON.stringify(JSON.stringify(message))}); setInterval(() => {}, 1000);`],
      cwd: tmpdir(),
      mark: `delta ${process.pid}`,
      environment: { PATH: process.env['PATH'] ?? '' },
      onMessage: resolve,
      onGarbage: resolve,
      onStderr: () => {},
      onExit: resolve,
    });
    onTestFinished(() => child.stop());
  });
  expect(said).toEqual(message);
});
