// Forms of an MCP server: they come after the call of the tool was allowed, and what breaks their rules is never sent.
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { Card } from '../../src/core/card/card';
import type { InteractionResponse } from '../../src/core/card/interaction';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

const plan = (id: string): object => ({ tool: 'mcp__toy__plan_release', id, input: { version: id } });

/** Allows the call and returns the form that its server then asks. */
async function form(stage: Stage, id: string): Promise<Card> {
  await stage.asked(id);
  const before = new Set(stage.cards.keys());
  stage.allow(id);
  const next = (): Card | undefined =>
    [...stage.cards.values()].find(card => card.kind === 'elicitation' && !before.has(card.toolCallId));
  await stage.until('the form', () => next() !== undefined);
  const card = next();
  if (!card) throw new Error('The form is gone.');
  return card;
}

const answer = (...responses: InteractionResponse[]): InteractionResponse => ({ id: 'form', responses });

describe.each(clis)('Claude Code $version', ({ path: cli, version }) => {
  test('a form is accepted with its content, declined, or stops the turn', async () => {
    const stage = await openStage({
      cli,
      turns: [[plan('accept')], [plan('decline')], [plan('stop')], [{ text: 'Go on.' }]],
    });
    await stage.send();
    const accepted = await form(stage, 'accept');
    expect(accepted).toMatchObject({
      state: 'waiting',
      mcpServer: 'toy',
      interaction: {
        title: 'Details for release accept',
        interactions: [
          { id: 'channel', type: 'select', required: true },
          { id: 'announce', type: 'confirm', value: true },
          { id: 'reviewers', type: 'input', format: 'integer', value: '2', minimum: 1, maximum: 5 },
          { id: 'contact', type: 'input', format: 'email' },
          { id: 'note', type: 'input', maxLength: 200 },
        ],
      },
    });
    const refused = [
      [[{ id: 'announce', confirmed: true }], 'Channel is required.'],
      [[{ id: 'channel', selectedValues: ['beta'] }], 'Announce it? is required.'],
      [[{ id: 'channel', selectedValues: ['weekly'] }], 'Channel: choose one of the options.'],
      [[{ id: 'reviewers', text: '6' }], 'Reviewers needed must be at most 5.'],
      [[{ id: 'reviewers', text: '1.5' }], 'Reviewers needed must be a whole number.'],
      [[{ id: 'contact', text: 'nobody' }], 'Contact must be an e-mail address.'],
      [[{ id: 'note', text: 'x'.repeat(201) }], 'Note takes at most 200 characters.'],
      [[{ id: 'colour', text: 'red' }], 'There is no field colour.'],
    ] as const;
    for (const [responses, reason] of refused)
      expect(() => stage.allow(accepted.toolCallId, { response: answer(...responses) })).toThrow(reason);
    expect(stage.cards.get(accepted.toolCallId)?.state).toBe('waiting');
    stage.allow(accepted.toolCallId, {
      response: answer(
        { id: 'channel', selectedValues: ['beta'] },
        { id: 'announce', confirmed: false },
        { id: 'reviewers', text: '3' },
        { id: 'note', text: 'Line 1\n第二行' },
      ),
    });

    const declined = await form(stage, 'decline');
    stage.deny(declined.toolCallId);
    const stopped = await form(stage, 'stop');
    stage.deny(stopped.toolCallId, { stop: true });
    await stage.idle();
    expect(stage.cards.get('accept')?.result?.text).toBe(
      `The person answered accept: ${JSON.stringify({ channel: 'beta', announce: false, reviewers: 3, note: 'Line 1\n第二行' })}`,
    );
    expect(stage.cards.get(accepted.toolCallId)?.state).toBe('done');
    expect(stage.cards.get('decline')?.result?.text).toBe('The person answered decline: {}');
    expect(stage.cards.get(declined.toolCallId)?.state).toBe('denied');
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'notice', text: 'Stopped.' });
    await stage.send('Are you there?');
    await stage.idle();
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'text', text: 'Go on.' });
    const records = (await stage.journal()).map(line => line.record);
    expect(records.filter(record => record.type === 'proposed' && record.tool === 'elicitation')).toHaveLength(3);
  });

  test('a page to visit is accepted without content, where Claude Code offers pages', async () => {
    const stage = await openStage({
      cli,
      turns: [[{ tool: 'mcp__toy__sign_in', id: 'page', input: {} }], [{ text: 'Done.' }]],
    });
    await stage.send();
    if (version === '2.1.197') {
      await stage.asked('page');
      stage.allow('page');
      await stage.idle();
      expect(stage.cards.get('page')?.state).toBe('failed');
      expect(stage.toolResults()['page']).toContain('does not support URL-mode elicitation');
      return;
    }
    const card = await form(stage, 'page');
    expect(card.input).toMatchObject({ mode: 'url', url: 'https://tickets.example/sign-in' });
    stage.allow(card.toolCallId);
    await stage.idle();
    expect(stage.toolResults()['page']).toContain('The person answered accept.');
  });
});
