// The four answers to a plan, from the card to the mode, the plan file and the next request.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, chatOf } from './harness/chat';
import { Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const plan = '# Open on Sundays\n\n1. Change the sign\n2. Tell **everybody**\n';
const secret = 'Secret of the old conversation.';
const exit = (id: string): object => ({ tool: 'ExitPlanMode', id, input: { plan } });

describe('a plan of the real CLI', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  let chat: Chat;

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 420,
      scenario: {
        turns: [
          [{ text: 'Hello.' }],
          [{ tool: 'Write', id: 'file', input: { file_path: '$PLAN_FILE', content: plan } }],
          [exit('keep')],
          [exit('manual')],
          [{ text: 'I ask before edits.' }],
          [exit('edits')],
          [{ text: 'I accept edits.' }],
          [exit('clear')],
          [{ text: 'The plan is carried out.' }],
        ],
      },
    });
    chat = chatOf(workbench);
    await chat.send(secret);
    await workbench.latch.getByText('Hello.').waitFor();
  });
  afterAll(() => workbench.close());

  async function planMode(): Promise<void> {
    await person.run('Latch: Choose Permission Mode…');
    await person.choose('Plan');
    await workbench.page.locator('.statusbar').getByText('plan').waitFor();
  }

  /** The plan file, as the card names it. */
  async function planFile(id: string): Promise<string> {
    const [, path = ''] = /Saved in (\S+\.md)/.exec(await (await chat.open(id)).innerText()) ?? [];
    return readFileSync(path, 'utf8');
  }

  test('the card shows the plan as a document, and the file that it is in', async () => {
    await planMode();
    await chat.send('Plan something.');
    const card = await chat.open('keep');
    expect(await card.getAttribute('data-kind')).toBe('plan');
    await card.getByRole('heading', { name: 'Open on Sundays' }).waitFor();
    expect(await card.locator('.plan strong').innerText()).toBe('everybody');
    expect(await planFile('keep')).toBe(plan);
    await card.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await card.getByRole('button', { name: 'More ways to allow' }).click();
    expect(await card.getByRole('menuitem').allTextContents()).toEqual([
      'Approve, and accept all edits',
      'Approve, and begin it in a new conversation',
      'Edit first…',
      'Approve with a note…',
    ]);
    await workbench.page.keyboard.press('Escape');
    await workbench.screenshot('plans-card');
  });

  test('to keep planning: the model is told what to change, in the mode in which it was', async () => {
    await chat.press('keep', 'Deny with a note…');
    await chat
      .card('keep')
      .getByRole('textbox', { name: /^Tell Claude what to change/ })
      .fill('Add 测试.');
    await chat.press('keep', 'Deny and send note');
    expect(await chat.result('keep')).toBe('Add 测试.');
    await chat.open('manual');
    await workbench.page.locator('.statusbar').getByText('plan').waitFor();
  });

  test('to ask before edits, with the plan as the person edited it', async () => {
    const edited = `${plan}3. Test it\n`;
    await chat.press('manual', 'Edit first…');
    await chat.card('manual').getByRole('textbox', { name: 'What will run' }).fill(edited);
    await chat.card('manual').getByText('Test it').last().waitFor();
    await chat.press('manual', 'Approve');
    expect(await chat.result('manual')).toContain(`## Approved Plan (edited by user):\n${edited}`);
    await workbench.latch.getByText('I ask before edits.').waitFor();
    expect(await workbench.page.locator('.statusbar').getByText('plan').count()).toBe(0);
  });

  test('to accept edits', async () => {
    await planMode();
    await chat.send('Plan again.');
    await chat.open('edits');
    expect(await planFile('edits')).toBe(`${plan}3. Test it\n`);
    await chat.press('edits', 'Approve, and accept all edits');
    expect(await chat.result('edits')).toMatch(/^User has approved your plan/);
    await workbench.page.locator('.statusbar').getByText('Accept edits').waitFor();
  });

  test('to begin a new conversation with it, in which the old text is gone', async () => {
    await planMode();
    await chat.send('Plan once more.');
    await chat.press('clear', 'Approve, and begin it in a new conversation');
    await workbench.latch.getByText('The plan is carried out.').waitFor();
    await workbench.latch.getByRole('separator').getByText('New conversation').waitFor();
    const main = workbench.requests().filter(request => request.speaker === 'main');
    const request = JSON.stringify(main.at(-1)?.body['messages']);
    expect(request).toContain(JSON.stringify(`Implement the following plan:\n\n${plan}`).slice(1, -1));
    expect(request).not.toContain(secret);
    expect(new Set(main.map(({ body }) => JSON.stringify(body['metadata']))).size).toBe(2);
    await workbench.screenshot('plans-clear');
  });
});
