// Several sessions at once: what is said to one is never heard by another.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('two sessions ask with the same tool; answering one runs only that one', async () => {
    const stage = await openStage({
      cli,
      turns: [[bash('first', 'echo x > first.txt')], [bash('second', 'echo x > second.txt')], [{ text: 'Done.' }]],
    });
    const one = stage.session;
    const two = await stage.sessions.create();
    await stage.send('Go', one);
    await stage.asked('first');
    await stage.send('Go', two);
    await stage.asked('second');
    expect(one.pid).not.toBe(two.pid);
    expect(one.confirm({ sessionId: one.id, toolCallId: 'second', confirmed: true, revision: 1 })).toEqual({
      ok: false,
      reason: 'There is no such call in this session.',
    });
    stage.allow('second');
    await stage.idle(two);
    expect(existsSync(join(stage.workspace, 'second.txt'))).toBe(true);
    expect(existsSync(join(stage.workspace, 'first.txt'))).toBe(false);
    expect(stage.cards.get('first')).toMatchObject({ sessionId: one.id, state: 'waiting' });
    await two.end();
    expect(stage.cards.get('first')?.state).toBe('waiting');
    stage.allow('first');
    await stage.idle(one);
    expect(existsSync(join(stage.workspace, 'first.txt'))).toBe(true);
    expect(one.cards.map(card => card.toolCallId)).toEqual(['first']);
    expect(two.cards.map(card => card.toolCallId)).toEqual(['second']);
  });
});
