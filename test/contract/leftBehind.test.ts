// What an agent leaves running when it is killed, or when its window is: nothing of it goes on unseen, and a card says what is known.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { bundled } from '../fakes/bundled';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

/** Processes whose command line begins so. */
function running(command: string): string[] {
  return execFileSync('ps', ['-Ao', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.startsWith(command));
}

describe.each(clis)('Claude Code $version', ({ path: cli, version }) => {
  /** Times that nobody else waits for on this machine. */
  const [first, second, third] = [1, 2, 3].map(
    number => `sleep 42${number}.${process.pid}${version.replaceAll('.', '')}`,
  );

  test('killed with a command that runs: the command is stopped, the card says so, and a plain message goes on', async () => {
    const stage = await openStage({
      cli,
      turns: [[{ text: 'The word is marigold.' }], [bash('sleeps', `echo begun; ${first}`)], [{ text: 'Here again.' }]],
    });
    const { session } = stage;
    await stage.send('First');
    await stage.idle();
    await stage.send('Second');
    await stage.asked('sleeps');
    stage.allow('sleeps');
    await stage.until('the command to run', () => running(`${first}`).length > 0);
    process.kill(session.pid ?? 0, 'SIGKILL');
    await stage.until('the session to fail', () => session.view.status.state === 'failed');
    await stage.until('the command to be stopped', () => running(`${first}`).length === 0);
    await stage.until(
      'the card to say so',
      () => stage.cards.get('sleeps')?.problem?.text.includes('stopped') === true,
    );
    expect(stage.cards.get('sleeps')).toMatchObject({
      state: 'lost',
      problem: 'Claude Code ended by SIGKILL. It was still running, and was stopped.',
    });
    await stage.send('Third');
    await stage.until('the answer', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text === 'Here again.'),
    );
    await stage.idle();
    expect(stage.lastRequest()).toContain('The word is marigold.');
    expect(stage.transcript.filter(item => item.kind === 'notice')).toEqual([]);
  });

  test('a window that is killed leaves nothing running once its session is opened again, and the cards tell what is known', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latch-left-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const input = { command: `echo begun; ${third}`, description: 'Wait', run_in_background: true };
    const background = { tool: 'Bash', id: 'background', input };
    const stage = await openStage({
      cli,
      turns: [[background, bash('sleeps', `echo begun; ${second}`)], [{ text: 'Never.' }]],
    });
    const environment = { ...scriptedEnv(stage.model.url, stage.home), DISABLE_AUTOUPDATER: '1' };
    const start = await bundled('workingHost', folder);
    const host = start(stage.workspace, dirname(stage.journalPath), cli, JSON.stringify(environment));
    const sessionId = await new Promise<string>(resolve => {
      host.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    });
    await stage.until('both commands to run', () => running(`${second}`).length > 0 && running(`${third}`).length > 0);
    const ended = new Promise(resolve => {
      host.once('exit', resolve);
    });
    host.kill('SIGKILL');
    await ended;
    expect(running(`${second}`)).not.toEqual([]);
    const session = await stage.sessions.open(sessionId);
    expect(running(`${second}`)).toEqual([]);
    expect(running(`${third}`)).toEqual([]);
    expect(running(cli).filter(line => line.includes(sessionId))).toEqual([]);
    expect(session?.card('sleeps')).toMatchObject({
      state: 'lost',
      problem: 'The agent that asked has ended. It was still running, and was stopped.',
    });
  });
});
