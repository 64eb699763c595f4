// What ends an ask before a person has answered it: a hook that was faster, and the person's own stop.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

const hooks = {
  PermissionRequest: [
    {
      matcher: 'Bash',
      hooks: [
        {
          type: 'command',
          command: `sleep 0.4; echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'`,
        },
      ],
    },
  ],
};

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('a hook that answers in the place of the person is shown as that, and written down', async () => {
    const stage = await openStage({
      cli,
      turns: [[bash('a', 'echo ran > ran.txt')], [{ text: 'Done.' }]],
      prepare: (_, home) => writeFileSync(join(home, 'settings.json'), JSON.stringify({ hooks })),
    });
    await stage.send();
    const card = await stage.card('a', 'cancelled');
    expect(card.problem).toBe('The agent withdrew the request: it was answered elsewhere.');
    expect(() => stage.allow('a')).toThrow('The agent has withdrawn this request.');
    await stage.idle();
    const records = (await stage.journal()).map(line => line.record);
    expect(records).toContainEqual({ type: 'withdrawn', toolCallId: 'a', reason: card.problem?.text, elsewhere: true });
    expect(stage.transcript).toContainEqual(
      expect.objectContaining({ kind: 'notice', level: 'error', text: expect.stringContaining('answered elsewhere') }),
    );
  });

  test('a stop while a call waits, while one runs and while the model speaks leaves a session that goes on', async () => {
    const stage = await openStage({
      cli,
      turns: [
        [bash('waits', 'echo x > waits.txt'), bash('beside', 'echo x > beside.txt')],
        [bash('runs', 'echo x > started.txt; sleep 30; echo x > finished.txt')],
        [{ text: 'I begin ' }, { waitMs: 10_000 }, { text: 'and never end.' }],
        [{ text: 'Still here.' }],
      ],
    });
    const { session } = stage;
    await stage.send('One');
    await stage.asked('waits');
    const pid = session.pid;
    await session.interrupt();
    await stage.idle();
    expect(stage.cards.get('waits')).toMatchObject({ state: 'cancelled', problem: 'You stopped the turn.' });
    expect(stage.cards.get('beside')).toMatchObject({ state: 'cancelled', problem: 'You stopped the turn.' });
    expect(() => stage.allow('waits')).toThrow('The agent has withdrawn this request.');

    await stage.send('Two');
    await stage.asked('runs');
    stage.allow('runs');
    await stage.until('the command to run', () => existsSync(join(stage.workspace, 'started.txt')));
    await session.interrupt();
    await stage.idle();
    expect(stage.cards.get('runs')?.state).toBe('failed');

    await stage.send('Three');
    await stage.until('the model to speak', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text.startsWith('I begin')),
    );
    await session.interrupt();
    await stage.idle();
    await stage.send('Four');
    await stage.until('the answer', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text === 'Still here.'),
    );
    await stage.idle();
    expect(session.pid).toBe(pid);
    expect(existsSync(join(stage.workspace, 'waits.txt'))).toBe(false);
    expect(existsSync(join(stage.workspace, 'beside.txt'))).toBe(false);
    expect(existsSync(join(stage.workspace, 'finished.txt'))).toBe(false);
    expect(stage.transcript.filter(item => item.kind === 'notice').map(item => item.text)).toEqual([
      'Stopped.',
      'Stopped.',
      'Stopped.',
    ]);
  });

  test('a stop when nothing runs does not take the blame for what a hook answers later', async () => {
    const stage = await openStage({
      cli,
      turns: [[{ text: 'Hello.' }], [bash('a', 'true')], [{ text: 'Done.' }]],
      prepare: (_, home) => writeFileSync(join(home, 'settings.json'), JSON.stringify({ hooks })),
    });
    await stage.send();
    await stage.idle();
    await stage.session.interrupt();
    await stage.send();
    expect((await stage.card('a', 'cancelled')).problem).toContain('answered elsewhere');
    await stage.idle();
  });
});
