import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const touch = (name: string) => [{ tool: 'Bash', input: { command: `touch ${name}`, description: `Make ${name}` } }];

describe('a question of the real CLI, answered in the sidebar', () => {
  let workbench: OpenedWorkbench;
  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [touch('yes.txt'), [{ text: 'The first is over.' }], touch('no.txt'), [{ text: 'The second is over.' }]],
      },
    });
  });
  afterAll(() => workbench.close());

  async function say(text: string): Promise<void> {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).press('Enter');
  }

  test('Allow once runs the command', async () => {
    await say('Make a file.');
    const card = workbench.latch.locator('[data-testid="card"][data-state="waiting"]');
    await card.waitFor();
    expect(await card.textContent()).toContain('touch yes.txt');
    expect(existsSync(join(workbench.workspace, 'yes.txt'))).toBe(false);
    await workbench.screenshot('card-waiting');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await workbench.latch.getByText('The first is over.').waitFor();
    expect(existsSync(join(workbench.workspace, 'yes.txt'))).toBe(true);
  });

  test('Deny does not, and the model is told', async () => {
    await say('Make another.');
    const card = workbench.latch.locator('[data-testid="card"][data-state="waiting"]');
    await card.getByRole('button', { name: 'Deny', exact: true }).click();
    await workbench.latch.getByText('The second is over.').waitFor();
    expect(existsSync(join(workbench.workspace, 'no.txt'))).toBe(false);
    const told = JSON.stringify(workbench.requests().at(-1)?.body.messages);
    expect(told).toContain('"is_error":true');
    await workbench.screenshot('card-denied');
  });
});
