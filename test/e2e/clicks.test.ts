// What each flow may cost, counted in clicks, in a real workbench with the real CLI.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash } from '../contract/calls';
import { type Chat, chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('a flow costs at most', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  let clicks = 0;

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 460,
      scenario: {
        turns: [[bash('once', 'touch once.txt')], [bash('narrow', 'touch narrow.txt')], [{ text: 'Done.' }]],
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
});
