// Messages that break off, and messages of the person that come in between.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('a message that breaks off after a call still has an end: the call can be answered, and the turn goes on', async () => {
    const stage = await openStage({
      cli,
      turns: [[bash('a', 'echo x > a.txt'), { error: 'overloaded_error' }], [{ text: 'Now it worked.' }]],
    });
    await stage.send();
    await stage.asked('a');
    stage.allow('a');
    await stage.card('a', 'done');
    await stage.until('the next message', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text === 'Now it worked.'),
    );
    await stage.idle();
    expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(true);
    expect(stage.transcript.map(item => item.kind)).toEqual(['user', 'call', 'notice', 'text']);
  });

  test('an error of the model is told once', async () => {
    const stage = await openStage({ cli, turns: [[{ error: 'permission_error' }], [{ text: 'Here.' }]] });
    await stage.send();
    await stage.idle();
    expect(stage.transcript.map(item => item.kind)).toEqual(['user', 'notice']);
    await stage.send('Again');
    await stage.idle();
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'text', text: 'Here.' });
  });

  test('an account that is not accepted is not tried ten times: it is said, and the next message tries it anew', async () => {
    const stage = await openStage({ cli, turns: [[{ error: 'authentication_error' }], [{ text: 'Here.' }]] });
    await stage.send();
    await stage.idle();
    expect(stage.model.requests).toHaveLength(1);
    expect(stage.session.view.use?.unreached).toBe('account');
    await stage.send('Again');
    await stage.idle();
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'text', text: 'Here.' });
    expect(stage.session.view.use?.unreached).toBeUndefined();
  });

  test('a message that comes while a call waits is heard after it, and the call is still asked', async () => {
    const stage = await openStage({
      cli,
      turns: [[bash('a', 'echo x > a.txt')], [{ text: 'I heard both.' }], [{ text: 'And this.' }]],
    });
    await stage.send('First');
    await stage.asked('a');
    await stage.session.send('Second, meanwhile');
    expect(stage.session.view.status.state).toBe('waiting_permission');
    expect(stage.cards.get('a')?.state).toBe('waiting');
    stage.allow('a');
    await stage.idle();
    expect(stage.lastRequest()).toContain('Second, meanwhile');
    expect(stage.cards.get('a')?.state).toBe('done');
  });

  test('two messages at once start one agent, and both arrive', async () => {
    const stage = await openStage({ cli, turns: [[{ text: 'One.' }], [{ text: 'Two.' }]] });
    await Promise.all([stage.session.send('Alpha'), stage.session.send('Omega')]);
    await stage.until('an answer', () => stage.transcript.some(item => item.kind === 'text' && item.settled));
    await stage.until(
      'both to arrive',
      () => stage.lastRequest().includes('Alpha') && stage.lastRequest().includes('Omega'),
    );
    await stage.idle();
    expect((await stage.journal()).filter(line => line.record.type === 'agent_started')).toHaveLength(1);
  });

  test('a mode that is chosen before there is an agent is the one that it begins in', async () => {
    const stage = await openStage({ cli, turns: [[{ text: 'Hello.' }]] });
    await stage.session.setMode('plan');
    expect(stage.session.view.mode).toBe('plan');
    await stage.send();
    await stage.idle();
    expect(stage.session.view.mode).toBe('plan');
  });

  test('a mode that Claude Code does not know is refused, and the mode stays', async () => {
    const stage = await openStage({ cli, turns: [[{ text: 'Hello.' }]] });
    await stage.send();
    await stage.idle();
    await expect(stage.session.setMode('bypassPermissions')).rejects.toThrow(/bypass/i);
    expect(stage.session.view.mode).toBe('default');
    await stage.session.setMode('acceptEdits');
    expect(stage.session.view.mode).toBe('acceptEdits');
  });
});
