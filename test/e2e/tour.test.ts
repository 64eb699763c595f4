import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const tour = JSON.parse(readFileSync('scenarios/tour.json', 'utf8'));
const kinds = ['bash', 'file_write', 'web', 'mcp', 'elicitation', 'skill', 'question', 'plan'];
// What the walk answers. A form and a question cannot be allowed without an answer of the person, so it declines them.
const answers: Record<string, string> = { elicitation: 'Deny', question: 'Deny', plan: 'Approve' };

describe('the tour', () => {
  let workbench: OpenedWorkbench;
  beforeAll(async () => {
    workbench = await openWorkbench({ width: 420, scenario: tour });
  });
  afterAll(() => workbench.close());

  test('begins with a command, shows each kind of question once, and comes to its end', async () => {
    const { latch } = workbench;
    const composer = latch.getByRole('textbox', { name: 'Message Claude' });
    await composer.fill('Show me around.');
    await composer.press('Enter');

    const card = latch.locator('article[data-testid="card"][data-state="waiting"]').first();
    const end = latch.getByText('That was the tour.');
    await card.waitFor();
    expect(await card.textContent()).toContain('hello.txt');

    const seen: string[] = [];
    for (;;) {
      await card.or(end).first().waitFor({ timeout: 20_000 });
      if (await end.isVisible()) break;
      const kind = (await card.getAttribute('data-kind')) ?? '';
      const id = (await card.getAttribute('data-call-id')) ?? '';
      seen.push(kind);
      await card.getByRole('button', { name: answers[kind] ?? 'Allow once', exact: true }).click();
      await latch.locator(`[data-call-id="${id}"][data-state="waiting"]`).waitFor({ state: 'detached' });
      if (seen.length === 1)
        await expect.poll(() => existsSync(join(workbench.workspace, 'hello.txt')), { timeout: 10_000 }).toBe(true);
    }
    expect(seen[0]).toBe('bash');
    expect(kinds.filter(kind => !seen.includes(kind))).toEqual([]);
    expect(existsSync(join(workbench.workspace, 'build'))).toBe(false);
  }, 180_000);
});
