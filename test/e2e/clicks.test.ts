// What each flow may cost, counted in clicks, in a real workbench with the real CLI.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash } from '../contract/calls';
import { type Chat, chatOf } from './harness/chat';
import { Person, question } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const five = Array.from({ length: 5 }, (_, place) => bash(`five_${place}`, `touch five-${place}.txt`));

describe('a flow costs at most', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  const person = new Person(() => workbench);
  let clicks = 0;

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 460,
      scenario: {
        turns: [
          [bash('once', 'touch once.txt')],
          [bash('narrow', 'touch narrow.txt')],
          [bash('shared', 'mkdir shared')],
          [...five],
          [question('asked')],
          [{ text: 'Done.' }],
          [{ tool: 'Write', id: 'file', input: { file_path: '$PLAN_FILE', content: '# Rest\n' } }],
          [{ tool: 'ExitPlanMode', id: 'plan', input: {} }],
          [{ text: 'Planned.' }],
        ],
      },
    });
    chat = chatOf(workbench);
    await chat.send('Go');
  });
  afterAll(() => workbench.close());

  async function click(what: Locator): Promise<void> {
    clicks += 1;
    await what.click();
  }

  const button = (name: string): Locator => workbench.latch.getByRole('button', { name, exact: true });
  const item = (name: string | RegExp): Locator => workbench.latch.getByRole('menuitem', { name });
  const has = (name: string): boolean => existsSync(join(workbench.workspace, name));

  async function costs(most: number, flow: () => Promise<void>): Promise<void> {
    clicks = 0;
    await flow();
    expect(clicks).toBeLessThanOrEqual(most);
  }

  test('1 to allow once', () =>
    costs(1, async () => {
      await chat.card('once').waitFor();
      await click(button('Allow once'));
      await chat.card('narrow').waitFor();
      expect(has('once.txt')).toBe(true);
    }));

  test('2 for a narrow rule, and 1 to take it back', async () => {
    await costs(2, async () => {
      await click(button('More ways to allow'));
      await click(item(/^Allow touch narrow\.txt in this session$/));
      await workbench.latch.getByText('Rule added: Bash(touch narrow.txt)').waitFor();
    });
    await costs(1, async () => {
      await click(button('Undo'));
      await workbench.latch.getByText('Rule added').waitFor({ state: 'detached' });
    });
  });

  test('3 for a rule that everybody gets, with the whole change in sight', () =>
    costs(3, async () => {
      await chat.card('shared').waitFor();
      await click(button('More ways to allow'));
      await click(item('Make a rule for the team…'));
      const change = workbench.latch.getByRole('region', { name: 'This is what becomes of .latch/rules.json' });
      await change.getByText('mkdir shared').waitFor();
      await workbench.latch.locator('.rule-making').evaluate(form => form.scrollTo(0, form.scrollHeight));
      await click(button('Write to .latch/rules.json & allow'));
      await chat.open('five_0');
      expect(readFileSync(join(workbench.workspace, '.latch', 'rules.json'), 'utf8')).toContain('mkdir shared');
    }));

  test('2 for five calls but one', () =>
    costs(2, async () => {
      await click(workbench.latch.getByRole('checkbox', { name: /touch five-3\.txt/ }));
      await click(button('Allow 4 · deny 1'));
      await chat.card('asked').waitFor();
      expect(five.map((_, place) => has(`five-${place}.txt`))).toEqual([true, true, true, false, true]);
    }));

  test('1 more than its answers for a question', () =>
    costs(2, async () => {
      await click(workbench.latch.getByRole('radio', { name: /Blue/ }));
      await click(button('Send answer'));
      await workbench.latch.getByText('Done.').waitFor();
    }));

  test('1 for a plan, and for the file that it is written in', async () => {
    await person.run('Latch: Choose Permission Mode…');
    await person.choose('Plan');
    await workbench.page.locator('.statusbar').getByText('plan').waitFor();
    await chat.send('Plan');
    await costs(1, async () => {
      await chat.card('plan').waitFor();
      await click(button('Approve'));
      await workbench.latch.getByText('Planned.').waitFor();
    });
  });
});
