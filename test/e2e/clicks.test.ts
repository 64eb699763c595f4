// What each flow may cost, counted in clicks, in a real workbench with the real CLI.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, write } from '../contract/calls';
import { type Chat, chatOf } from './harness/chat';
import { Person, question } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const five = ['one', 'two', 'three', 'four', 'five'];
const plan = '# Open on Sundays\n';

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
          [bash('shared', 'touch shared.txt')],
          five.map(name => write(name, `${name}.txt`)),
          [question('asked')],
          [{ text: 'Done.' }],
          [{ tool: 'ExitPlanMode', id: 'plan', input: { plan } }],
          [{ text: 'All done.' }],
        ],
      },
    });
    // The file of a repository takes allow rules once the person accepted what it brings, or where it brings nothing.
    rmSync(join(workbench.workspace, '.claude'), { recursive: true });
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
  const path = (name: string): string => join(workbench.workspace, name);
  const has = (name: string): boolean => existsSync(path(name));

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

  test('3 for a rule of the project', () =>
    costs(3, async () => {
      await chat.card('shared').waitFor();
      await click(button('More ways to allow'));
      await click(item('Make a rule for the project…'));
      // Reading what everybody gets to its end costs no click.
      await workbench.latch.getByText('"pattern": "Bash(touch shared.txt)"').scrollIntoViewIfNeeded();
      await click(button('Write to .latch/rules.json & allow'));
      await chat.card('one').waitFor();
      expect(readFileSync(path('.latch/rules.json'), 'utf8')).toContain('Bash(touch shared.txt)');
    }));

  test('2 for five calls but one', () =>
    costs(2, async () => {
      await click(workbench.latch.getByRole('checkbox', { name: /two\.txt/ }));
      await click(button('Allow 4 · deny 1'));
      await chat.card('asked').waitFor();
      expect(five.map(name => has(`${name}.txt`))).toEqual([true, false, true, true, true]);
    }));

  test('1 more than its answers for a question', () =>
    costs(2, async () => {
      await click(workbench.latch.getByRole('radio', { name: 'Red' }));
      await click(button('Send answer'));
      await workbench.latch.getByText('Done.', { exact: true }).waitFor();
    }));

  test('2 to revert an edit', () =>
    costs(2, async () => {
      await click(workbench.latch.locator('[data-line="one"] summary'));
      await click(button('Revert this edit'));
      await expect.poll(() => has('one.txt')).toBe(false);
    }));

  test('1 for a plan', async () => {
    await person.run('Latch: Choose Permission Mode…');
    await person.choose('Plan');
    await workbench.page.locator('.statusbar').getByText('plan').waitFor();
    await chat.send('Plan it');
    await costs(1, async () => {
      await chat.card('plan').waitFor();
      await click(button('Approve'));
      await workbench.latch.getByText('All done.').waitFor();
    });
  });
});
