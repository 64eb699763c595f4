// A call that nobody answers is denied in time, with words that say so. Questions wait for ever.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, test, vi } from 'vitest';
import { expect } from '../support/inWords';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

const question = {
  questions: [{ question: 'Which?', header: 'Which', multiSelect: false, options: [{ label: 'A', description: 'a' }] }],
};

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a call is denied once, after two seconds, whatever the wall clock does; a late click sends nothing', async () => {
    const stage = await openStage({
      cli,
      turns: [[bash('a', 'echo x > a.txt')], [{ text: 'I go on without it.' }]],
      timeLimit: () => 2000,
    });
    await stage.send();
    const card = await stage.card('a', 'waiting');
    const begun = performance.now() - (2000 - (card.remainingMs ?? 0));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
    await stage.card('a', 'expired');
    const waited = performance.now() - begun;
    // The card is read a moment after its time was measured, and longer after on a busy machine.
    expect(waited).toBeGreaterThan(1500);
    // And not a day later.
    expect(waited).toBeLessThan(60_000);
    expect(() => stage.allow('a')).toThrow('This request has already timed out.');
    await stage.idle();
    expect(stage.toolResults()['a']).toMatch(/^Nobody answered this request in time/);
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'text', text: 'I go on without it.' });
    const types = (await stage.journal()).map(line => line.record.type);
    expect(types.filter(type => type === 'interaction_response')).toHaveLength(1);
    expect(types.filter(type => type === 'execution_resumed')).toHaveLength(1);
    expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(false);
  });

  test('time stands still for a call while a person writes in its card, and there is none for a question', async () => {
    const stage = await openStage({
      cli,
      turns: [
        [bash('drafted', 'true'), { tool: 'AskUserQuestion', id: 'question', input: question }],
        [{ text: 'Fine.' }],
      ],
      timeLimit: kind => (kind === 'question' ? 0 : 700),
    });
    await stage.send();
    await stage.card('drafted', 'waiting');
    await stage.card('question', 'waiting');
    stage.session.drafting('drafted', true);
    const left = stage.cards.get('drafted')?.remainingMs ?? 0;
    await new Promise(resolve => setTimeout(resolve, 1000));
    expect(stage.cards.get('drafted')).toMatchObject({ state: 'waiting', paused: true });
    const resumed = performance.now();
    stage.session.drafting('drafted', false);
    await stage.card('drafted', 'expired');
    expect(performance.now() - resumed).toBeGreaterThan(left - 5);
    expect(stage.cards.get('question')).toMatchObject({ state: 'waiting', paused: false });
    expect(stage.cards.get('question')).not.toHaveProperty('remainingMs');
    stage.deny('question');
    await stage.idle();
  });
});
