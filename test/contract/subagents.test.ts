// Calls of subagents: each is asked for by itself, says whose it is, and outlives neither its agent nor its answer.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { agent, bash } from './calls';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  const exists = (stage: Stage, name: string): boolean => existsSync(join(stage.workspace, name));

  test('a message with a tool of a server, a command and an agent shows all of them before any runs', async () => {
    const ticket = { tool: 'mcp__toy__close_ticket', id: 'ticket', input: { number: 7, comment: 'Fixed' } };
    const stage = await openStage({
      cli,
      turns: [[ticket, bash('command', 'echo x > command.txt'), agent('agent', 'Look around.')], [{ text: 'Done.' }]],
      agents: { 'Look around.': [[bash('inside', 'echo x > inside.txt')], [{ text: 'Seen.' }]] },
    });
    await stage.send();
    await stage.card('agent', 'waiting');
    expect(stage.cards.get('ticket')).toMatchObject({
      kind: 'mcp',
      mcpServer: 'toy',
      input: { number: 7, comment: 'Fixed' },
    });
    expect(stage.cards.get('command')).toMatchObject({ kind: 'bash', input: { command: 'echo x > command.txt' } });
    expect(stage.cards.get('agent')?.input).toMatchObject({ prompt: 'Look around.' });
    // The first ones are allowed, and nothing but the last one holds them.
    stage.allow('ticket');
    stage.allow('command');
    await new Promise(resolve => setTimeout(resolve, 2000));
    expect(exists(stage, 'command.txt')).toBe(false);
    expect(stage.history.filter(entry => / (running|done|failed)$/.test(entry))).toEqual([]);
    stage.allow('agent');
    const inside = await stage.asked('inside');
    expect(inside.subagent).toEqual({
      id: expect.stringMatching(/./),
      type: 'general-purpose',
      task: 'Task agent',
      parentToolCallId: 'agent',
    });
    expect(exists(stage, 'inside.txt')).toBe(false);
    stage.allow('inside');
    await stage.idle();
    expect([...stage.cards.values()].map(card => `${card.toolCallId} ${card.state}`)).toEqual([
      'ticket done',
      'command done',
      'agent done',
      'inside done',
    ]);
  });

  test('with the gate open a tool of a server runs while an agent of the same message waits: the test above can fail', async () => {
    const ticket = { tool: 'mcp__toy__close_ticket', id: 'ticket', input: { number: 7, comment: 'Fixed' } };
    const turns = [[ticket, agent('agent', 'Look around.')], [{ text: 'Done.' }]];
    const stage = await openStage({ cli, gate: 'off', turns });
    await stage.send();
    await stage.card('agent', 'waiting');
    stage.allow('ticket');
    await stage.card('ticket', 'done');
    expect(stage.cards.get('agent')?.state).toBe('waiting');
  });

  test('two agents ask at the same time, and deny and stop ends only the one that it was said to', async () => {
    const stage = await openStage({
      cli,
      turns: [[agent('agent_1', 'First task.'), agent('agent_2', 'Second task.')], [{ text: 'Both are back.' }]],
      agents: {
        'First task.': [[bash('one', 'echo x > one.txt')], [{ text: 'One.' }]],
        'Second task.': [[bash('two', 'echo x > two.txt')], [{ text: 'Two.' }]],
      },
    });
    await stage.send();
    await stage.card('agent_2', 'waiting');
    stage.allow('agent_1');
    stage.allow('agent_2');
    expect((await stage.asked('one')).subagent?.parentToolCallId).toBe('agent_1');
    expect((await stage.asked('two')).subagent?.parentToolCallId).toBe('agent_2');
    stage.deny('one', { stop: true });
    await stage.until('the first agent to end', () => stage.cards.get('agent_1')?.result !== undefined);
    expect(stage.cards.get('two')?.state).toBe('waiting');
    stage.allow('two');
    await stage.idle();
    expect(exists(stage, 'one.txt')).toBe(false);
    expect(exists(stage, 'two.txt')).toBe(true);
    expect(stage.cards.get('one')?.state).toBe('denied');
    expect(stage.cards.get('two')?.state).toBe('done');
    expect(stage.transcript.at(-1)).toMatchObject({ kind: 'text', text: 'Both are back.' });
  });

  test('deny and stop withdraws what its agent asked beside it, and nobody else is blamed for that', async () => {
    const read = (id: string): object => ({ tool: 'Read', id, input: { file_path: '/etc/hostname' } });
    const stage = await openStage({
      cli,
      turns: [[agent('agent', 'Read a lot.')], [{ text: 'It is back.' }]],
      agents: { 'Read a lot.': [[read('one'), read('two')], [{ text: 'Read.' }]] },
    });
    await stage.send();
    await stage.asked('agent');
    stage.allow('agent');
    await stage.asked('one');
    await stage.asked('two');
    stage.deny('one', { stop: true });
    await stage.idle();
    expect(stage.cards.get('one')?.state).toBe('denied');
    expect(stage.cards.get('two')).toMatchObject({ state: 'cancelled', problem: 'You stopped the turn.' });
    expect(stage.transcript.filter(item => item.kind === 'notice')).toEqual([]);
  });

  test('what an agent in the background asks for outlives the turn that started it', async () => {
    const stage = await openStage({
      cli,
      turns: [
        [agent('agent', 'Work alone.', true)],
        [{ text: 'It works in the background.' }],
        [{ text: 'It is done.' }],
      ],
      agents: { 'Work alone.': [[bash('inside', 'echo x > inside.txt')], [{ text: 'Finished.' }]] },
    });
    await stage.send();
    await stage.asked('agent');
    stage.allow('agent');
    await stage.asked('inside');
    await stage.until('the turn to end', () => readFileSync(stage.journalPath, 'utf8').includes('"type":"turn_ended"'));
    expect(stage.session.view.status.state).toBe('waiting_permission');
    expect(exists(stage, 'inside.txt')).toBe(false);
    stage.allow('inside');
    await stage.card('inside', 'done');
    await stage.until('the agent to report', () =>
      stage.transcript.some(item => item.kind === 'text' && item.text === 'It is done.'),
    );
    await stage.idle();
    expect(exists(stage, 'inside.txt')).toBe(true);
  });
});
