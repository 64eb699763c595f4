import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });

// With full mediation Claude Code suggests nothing: it asks because Latch told it to.
describe('what Claude Code suggests with an ask of its own', () => {
  let workbench: OpenedWorkbench;
  const card = (id: string): Locator => workbench.latch.locator(`article[data-testid="card"][data-call-id="${id}"]`);
  const settings = (): string => join(workbench.workspace, '.claude', 'settings.local.json');

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 440,
      settings: { 'latch.mediation': 'native' },
      scenario: {
        turns: [
          [bash('toolu_first', 'touch one.txt')],
          [bash('toolu_second', 'touch two.txt')],
          [bash('toolu_third', 'touch three.txt')],
          [{ text: 'All done.' }],
        ],
      },
    });
    const composer = workbench.latch.getByRole('textbox', { name: 'Message Claude' });
    await composer.fill('Go');
    await composer.press('Enter');
  });
  afterAll(() => workbench.close());

  async function press(id: string, name: string): Promise<void> {
    // Neither a card nor a form takes a click in its first half second.
    await workbench.page.waitForTimeout(700);
    await card(id).getByRole('button', { name, exact: true }).click();
  }

  test('is not taken with a plain Allow', async () => {
    await card('toolu_first').waitFor();
    await press('toolu_first', 'Allow once');
    await card('toolu_second').waitFor();
    expect(existsSync(settings())).toBe(false);
  });

  test('is written by Claude Code where its row was ticked, and only that row', async () => {
    await press('toolu_second', 'Allow…');
    const row = card('toolu_second').getByRole('checkbox', { name: /^Adds Bash\(touch .*settings\.local\.json$/ });
    await row.check();
    await workbench.screenshot('suggestions');
    await press('toolu_second', 'Allow with what is ticked');
    await card('toolu_third').waitFor();
    expect(JSON.parse(readFileSync(settings(), 'utf8'))).toEqual({
      permissions: { allow: [expect.stringMatching(/^Bash\(touch /)] },
    });
    // The mode that it suggested as well is not on.
    expect(await workbench.latch.getByText('acceptEdits').count()).toBe(0);
    await press('toolu_third', 'Deny');
    await workbench.latch.getByText('All done.').waitFor();
  });
});
