// The agent dies, or is ended: its cards say so, its conversation goes on, and nothing of it keeps running.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

/** Processes whose command line contains this text. */
function running(text: string): string[] {
  return execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(text));
}

/** What Claude Code has on disk of its conversations. */
function keptIn(home: string): string {
  return readdirSync(join(home, 'projects'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => readFileSync(join(home, 'projects', name), 'utf8'))
    .join('');
}

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('killed while calls wait: the cards are lost, the transcript stays, and a restart goes on', async () => {
    const stage = await openStage({
      cli,
      turns: [
        [{ text: 'The word is marigold.' }],
        [bash('a', 'echo x > a.txt'), bash('b', 'echo x > b.txt')],
        [{ text: 'Here again.' }],
      ],
    });
    const { session } = stage;
    await stage.send('First');
    await stage.idle();
    await stage.send('Second');
    await stage.asked('a');
    // What Claude Code has not written yet, it cannot go on with.
    await stage.until('the conversation to be kept', () => keptIn(stage.home).includes('The word is marigold.'));
    const { pid } = session;
    if (pid === undefined) throw new Error('There is no process.');
    stage.allow('a');
    process.kill(pid, 'SIGKILL');
    await stage.until('the session to fail', () => session.view.status.state === 'failed');
    expect(session.view.status).toMatchObject({
      problem: { code: 'cli-exited', message: 'Claude Code ended by SIGKILL.' },
    });
    for (const id of ['a', 'b']) {
      expect(stage.cards.get(id)).toMatchObject({ state: 'lost', problem: 'Claude Code ended by SIGKILL.' });
      expect(() => stage.allow(id)).toThrow('The agent that asked has ended.');
    }
    expect(stage.transcript).toContainEqual(expect.objectContaining({ text: 'The word is marigold.' }));

    await session.restart();
    expect(session.view.status.state).toBe('idle');
    expect(session.pid).not.toBe(pid);
    await stage.send('Third');
    await stage.until('the answer', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text === 'Here again.'),
    );
    await stage.idle();
    expect(stage.lastRequest()).toContain('The word is marigold.');
    expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(false);
    expect(existsSync(join(stage.workspace, 'b.txt'))).toBe(false);
    expect((await stage.journal()).map(line => line.record.type)).toContain('agent_lost');
  });

  test('killed before anything was kept of the conversation: a restart begins a new one', async () => {
    const stage = await openStage({ cli, turns: [[bash('a', 'true')], [{ text: 'Begun again.' }]] });
    const { session } = stage;
    await stage.send();
    await stage.card('a', 'waiting');
    process.kill(session.pid ?? 0, 'SIGKILL');
    await stage.card('a', 'lost');
    await session.restart();
    await stage.send('Again');
    await stage.until('the answer', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text === 'Begun again.'),
    );
    await stage.idle();
  });

  test('an end leaves nothing running, not even a command that sleeps', async () => {
    const stage = await openStage({
      cli,
      turns: [[bash('sleeps', 'echo x > begun.txt; sleep 4242.4242')], [{ text: 'Never.' }]],
    });
    await stage.send();
    await stage.asked('sleeps');
    stage.allow('sleeps');
    await stage.until(
      'the command to run',
      () => running('sleep 4242.4242').length > 0 && existsSync(join(stage.workspace, 'begun.txt')),
    );
    const { pid } = stage.session;
    await stage.session.end();
    // The turn was stopped first: left alone, Claude Code would wait for the command, and be ended by a signal.
    expect(stage.transcript.filter(item => item.kind === 'notice').map(item => item.text)).toEqual(['Stopped.']);
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
    expect(running('sleep 4242.4242')).toEqual([]);
    expect(running(join(stage.workspace, '..'))).toEqual([]);
    expect(stage.session.view.status.state).toBe('ended');
    expect(stage.cards.get('sleeps')?.state).toBe('failed');
  });
});
