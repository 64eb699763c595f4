// The same question in two views at once: however often and wherever it is answered, the agent gets one answer.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../src/core/journal/journal';
import { bash } from '../contract/calls';
import { type Chat, chatOf } from './harness/chat';
import { Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('a question in the sidebar and in an editor tab', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  let sidebar: Chat;
  let tab: Chat;
  let tabFrame: FrameLocator;

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 420,
      scenario: {
        turns: [
          [bash('race', 'echo ran >> race.txt'), bash('other', 'echo ran > other.txt')],
          [bash('alone', 'echo ran >> alone.txt')],
          [{ text: 'Both are answered.' }],
          [bash('first', 'echo ran > first.txt'), bash('second', 'echo ran > second.txt')],
        ],
      },
    });
    sidebar = chatOf(workbench);
    await person.run('Latch: Open Chat in Editor');
    const pages = workbench.page.locator('iframe.webview[src*="extensionId=latch.latch"]');
    tabFrame = pages.nth(1).contentFrame().frameLocator('iframe#active-frame');
    tab = chatOf(workbench, tabFrame);
    await sidebar.send('Go');
  });
  afterAll(() => workbench.close());

  /** 50 presses in a page without a pause, on Allow and Deny by turns, all at one moment that both pages agree on. */
  async function hammer(frame: FrameLocator, id: string, first: 'Allow once' | 'Deny', at: number): Promise<void> {
    await frame.locator(`article[data-call-id="${id}"]`).evaluate(
      async (article, { name, moment }) => {
        const buttons = [...article.querySelectorAll('button')];
        const allow = buttons.find(button => button.firstChild?.textContent === 'Allow once');
        const deny = buttons.find(button => button.firstChild?.textContent === 'Deny');
        const order = name === 'Deny' ? [deny, allow] : [allow, deny];
        await new Promise(resolve => setTimeout(resolve, moment - Date.now()));
        for (let press = 0; press < 50; press += 1) {
          order[press % 2]?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
          order[press % 2]?.click();
        }
      },
      { name: first, moment: at },
    );
  }

  test.each(['race', 'alone'])('a hundred presses on "%s" make one answer, and who came second is told', async id => {
    await Promise.all([sidebar.open(id), tab.open(id)]);
    // Playwright waits until a card takes answers; it does so here for both pages.
    await tab.card(id).getByRole('button', { name: 'Deny', exact: true }).click({ trial: true });
    await sidebar.card(id).getByRole('button', { name: 'Deny', exact: true }).click({ trial: true });
    const moment = Date.now() + 1000;
    await Promise.all([hammer(workbench.latch, id, 'Deny', moment), hammer(tabFrame, id, 'Allow once', moment)]);
    await Promise.all([sidebar, tab].map(view => view.call(id, 'denied', 'decided', 'done').waitFor()));
    if (id === 'race') await sidebar.press('other', 'Deny');
    await sidebar.result(id);

    const records = (type: JournalRecord['type']): readonly JournalRecord[] =>
      workbench.records().filter(record => record.type === type && 'toolCallId' in record && record.toolCallId === id);
    await expect.poll(() => records('result'), { timeout: 10_000 }).toHaveLength(1);
    const decisions = records('interaction_response');
    expect(decisions).toHaveLength(1);
    expect(records('execution_resumed')).toHaveLength(1);
    const [decision] = decisions;
    const allowed = decision?.type === 'interaction_response' && decision.choice === 'allow';
    expect(existsSync(join(workbench.workspace, `${id}.txt`))).toBe(allowed);
    // The sidebar began with a denial and the tab with an approval, so the decision says which of them was first.
    const told = (view: Chat): Locator =>
      view.call(id, 'denied', 'done').getByText('Not taken: This call is already decided.');
    await told(allowed ? sidebar : tab).waitFor();
    expect(await told(allowed ? tab : sidebar).count()).toBe(0);
    await workbench.screenshot(`race-${id}`);
  });

  test('a command answers the card of the page in which the person is, and no other', async () => {
    const { workspace } = workbench;
    await sidebar.send('Two more');
    await sidebar.open('first');
    // The page that was entered last: the card that is read there is another one.
    await (await tab.open('second')).getByRole('heading').first().click();
    await tab.card('second').getByRole('button', { name: 'Allow once', exact: true }).click({ trial: true });
    await sidebar.card('first').getByRole('button', { name: 'Allow once', exact: true }).click({ trial: true });
    await tab.card('second').getByRole('heading').first().click();
    await person.run('Latch: Allow Once');
    await tab.call('second', 'decided').waitFor();
    await sidebar.press('first', 'Deny');
    await sidebar.result('first');
    expect([existsSync(join(workspace, 'second.txt')), existsSync(join(workspace, 'first.txt'))]).toEqual([
      true,
      false,
    ]);
  });
});
