// From a click on a card to the next request of the model, with the real CLI.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agent, bash } from '../contract/calls';
import { type Chat, chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const ticket = { tool: 'mcp__toy__close_ticket', id: 'ticket', input: { number: 7, comment: 'Fixed in 1.2' } };

describe('a question of the real CLI, answered in the sidebar', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  const has = (name: string): boolean => existsSync(join(workbench.workspace, name));

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 420,
      scenario: {
        turns: [
          [{ text: 'I make a file.' }, bash('allow', 'echo made > made.txt')],
          [{ text: 'And another one.' }, bash('deny', 'echo no > refused.txt')],
          [{ text: 'As you wish.' }],
          [bash('yes', 'sleep 0.3; echo yes > yes.txt'), bash('no', 'echo no > no.txt')],
          [{ text: 'One of two.' }],
          [ticket, bash('command', 'echo x > command.txt'), agent('agent', 'Look around.')],
          [{ text: 'All four.' }],
          [bash('first', 'echo 1 > first.txt'), bash('sibling', 'echo 2 > sibling.txt')],
          [bash('noted', 'echo yaml > noted.txt')],
          [{ text: 'Then json.' }],
          [bash('stop', 'echo 1 > stop.txt'), bash('after', 'echo 2 > after.txt')],
          [{ text: 'Hello again.' }],
        ],
        agents: { 'Look around.': [[bash('inside', 'echo x > inside.txt')], [{ text: 'Seen.' }]] },
      },
    });
    chat = chatOf(workbench);
    await chat.send('Make two files');
  });
  afterAll(() => workbench.close());

  async function deny(id: string, name = 'Deny'): Promise<void> {
    await chat.press(id, name);
    await chat.call(id, 'denied').waitFor();
    expect(await chat.call(id, 'denied').count()).toBe(1);
  }

  test('the card says what will run, exactly, and nothing has run', async () => {
    const card = chat.card('allow');
    await card.waitFor();
    expect(await card.getAttribute('data-kind')).toBe('bash');
    expect(await card.getAttribute('data-state')).toBe('waiting');
    expect(await card.innerText()).toContain('echo made > made.txt');
    expect(has('made.txt')).toBe(false);
  });

  test('Allow once runs it', async () => {
    await chat.press('allow', 'Allow once');
    await chat.card('deny').waitFor();
    expect(readFileSync(join(workbench.workspace, 'made.txt'), 'utf8')).toBe('made\n');
  });

  test('Deny does not run it, the model is told, and the turn goes on', async () => {
    await deny('deny');
    await workbench.latch.getByText('As you wish.').waitFor();
    expect(has('refused.txt')).toBe(false);
    expect(chat.results()['deny']).toMatch(/^The user denied this call\./);
    expect(await chat.call('deny', 'denied').innerText()).toMatch(/echo no > refused\.txt\s+Denied by you/);
  });

  test('one allowed, one denied: the next request has both results, the lines say how each ended, and neither asks again', async () => {
    await chat.send('Make two more');
    await chat.press('yes', 'Allow once');
    await deny('no');
    await workbench.latch.getByText('One of two.').waitFor();
    expect(Object.keys(chat.results())).toEqual(expect.arrayContaining(['yes', 'no']));
    expect(chat.results()['no']).toMatch(/^The user denied this call\./);
    expect(await chat.call('yes', 'done').innerText()).toMatch(/echo yes[\s\S]*Done/);
    expect(await chat.call('no', 'denied').innerText()).toContain('Denied by you');
    expect([has('yes.txt'), has('no.txt')]).toEqual([true, false]);
    const asks = (): readonly string[] =>
      workbench.records().flatMap(record => (record.type === 'interaction_request' ? [record.toolCallId] : []));
    for (const id of ['yes', 'no']) await expect.poll(() => asks().filter(asked => asked === id)).toEqual([id]);
  });

  test('a tool of a server, a command and a subagent: each has its card with all of its input before anything runs', async () => {
    await chat.send('Do three things');
    const whole = {
      ticket: ['mcp', /close_ticket of toy[\s\S]*7[\s\S]*Fixed in 1\.2/],
      command: ['bash', /echo x > command\.txt/],
      agent: ['other', /Start subagent general-purpose[\s\S]*Look around\./],
    } as const;
    for (const [id, [kind, shown]] of Object.entries(whole)) {
      const card = await chat.open(id);
      expect(await card.getAttribute('data-kind'), id).toBe(kind);
      expect(await card.innerText(), id).toMatch(shown);
    }
    for (const id of ['ticket', 'command']) await chat.press(id, 'Allow once');
    expect(has('command.txt')).toBe(false);
    expect(chat.results()['ticket']).toBeUndefined();
    await chat.press('agent', 'Allow once');
    const inside = await chat.open('inside');
    expect(await inside.innerText()).toMatch(/Subagent general-purpose · Task agent[\s\S]*echo x > inside\.txt/);
    expect(has('inside.txt')).toBe(false);
    await chat.press('inside', 'Allow once');
    await workbench.latch.getByText('All four.').waitFor();
    expect(chat.results()['ticket']).toContain('Ticket 7 is closed: Fixed in 1.2');
    expect([has('command.txt'), has('inside.txt')]).toEqual([true, true]);
  });

  test('after a denial its neighbour is asked all the same, and the model gets the text of the denial', async () => {
    await chat.send('Two in a row');
    await deny('first');
    await chat.press('sibling', 'Allow once');
    expect(await chat.result('first')).toMatch(/^The user denied this call\./);
    expect([has('first.txt'), has('sibling.txt')]).toEqual([false, true]);
  });

  test('a note reaches the model word for word', async () => {
    const note = 'Use "json", 不要用 yaml.\nSecond line.';
    await chat.press('noted', 'Deny with a note…');
    await chat.card('noted').getByRole('textbox', { name: 'Tell Claude what to do instead' }).fill(note);
    await deny('noted', 'Deny and send note');
    expect(await chat.result('noted')).toBe(note);
    expect(await chat.call('noted', 'denied').innerText()).toContain('Note: Use "json", 不要用 yaml.');
    await workbench.latch.getByText('Then json.').waitFor();
  });

  test('Deny & stop: no further tool, and the session takes a new message', async () => {
    await chat.send('Two to stop');
    await deny('stop', 'Deny and stop Claude');
    await chat.call('after', 'denied', 'cancelled').waitFor();
    await workbench.latch.getByText('Stopped.').waitFor();
    await chat.send('Are you there?');
    await workbench.latch.getByText('Hello again.').waitFor();
    expect([has('stop.txt'), has('after.txt')]).toEqual([false, false]);
    expect(workbench.records().filter(record => record.type === 'agent_started')).toHaveLength(1);
  });
});
