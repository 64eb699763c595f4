import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appears } from './harness/appears';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const edit = (id: string, old_string: string, new_string: string): object => ({
  tool: 'Edit',
  id,
  input: { file_path: '$WORKSPACE/notes.txt', old_string, new_string },
});

describe('a change is edited in the diff editor', () => {
  let workbench: OpenedWorkbench;
  const card = (id: string): Locator => workbench.latch.locator(`article[data-testid="card"][data-call-id="${id}"]`);
  const notes = (): string => join(workbench.workspace, 'notes.txt');
  const rightSide = (): Locator => workbench.page.locator('.monaco-diff-editor .editor.modified');

  beforeAll(async () => {
    workbench = await openWorkbench({
      // In a browser the editor saves by itself a second after the last key.
      settings: { 'files.autoSave': 'off' },
      scenario: {
        turns: [
          [{ tool: 'Read', id: 'toolu_read', input: { file_path: '$WORKSPACE/notes.txt' } }],
          [edit('toolu_edit', 'second', 'SECOND')],
          [edit('toolu_stale', 'third', 'THIRD')],
          [{ text: 'Both done.' }],
        ],
      },
    });
    writeFileSync(notes(), 'first\nsecond\nthird\n');
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill('Go');
    await workbench.page.keyboard.press('Enter');
  });
  afterAll(() => workbench.close());

  /** Puts words of the person at the end of the right side. */
  async function type(text: string): Promise<void> {
    const { page } = workbench;
    await rightSide().locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  }

  /** Writes on the right side until the card of the call knows of it: an editor that has just opened may not take it yet. */
  async function write(id: string, text: string): Promise<void> {
    const unsaved = card(id).getByText('The diff editor has changes that are not saved.');
    const taken = async (): Promise<boolean> => {
      await type(text);
      return appears(unsaved, 5000);
    };
    await expect.poll(taken, { timeout: 60_000 }).toBe(true);
  }

  async function openDiff(id: string): Promise<void> {
    // A file that was read is compared as a whole, which makes it one that can be edited.
    await card(id).getByText('first').first().waitFor();
    await card(id).getByRole('button', { name: 'Open in diff editor' }).click();
    await rightSide()
      .getByText(id === 'toolu_edit' ? 'SECOND' : 'THIRD')
      .waitFor();
  }

  test('what is written there and not saved does not count, and the card says so', async () => {
    await card('toolu_edit').waitFor();
    await openDiff('toolu_edit');
    await write('toolu_edit', 'fourth');
    await card('toolu_edit').getByText('Time stands still while you type').waitFor();
    expect(await card('toolu_edit').getByText('fourth').count()).toBe(0);
  });

  test('what is saved there is on the card, and is what runs', async () => {
    await workbench.page.keyboard.press('Control+s');
    await card('toolu_edit').getByText('Edited by you: this is what will run').waitFor();
    await card('toolu_edit').getByText('fourth').waitFor();
    await card('toolu_edit')
      .getByText('The diff editor has changes that are not saved.')
      .waitFor({ state: 'detached' });
    await card('toolu_edit')
      .getByRole('img', { name: /^Denied by itself in/ })
      .waitFor();
    await workbench.screenshot('diff-edited');
    expect(readFileSync(notes(), 'utf8')).toBe('first\nsecond\nthird\n');
    // A card takes no click in its first half second.
    await workbench.page.waitForTimeout(700);
    await card('toolu_edit').getByRole('button', { name: 'Allow once', exact: true }).click();
    await card('toolu_stale').waitFor();
    expect(readFileSync(notes(), 'utf8')).toBe('first\nSECOND\nthird\nfourth');
    expect(JSON.stringify(workbench.lastRequest()?.body)).toContain('The user edited this call');
  });

  test('when it is decided, nothing can be written there any more', async () => {
    const { page } = workbench;
    const refusal = page.getByText('Editor is read-only because the file is read-only.').first();
    // The editor hears of it a moment later.
    const refused = async (): Promise<boolean> => {
      await type('x');
      return appears(refusal, 3000);
    };
    await expect.poll(refused, { timeout: 60_000 }).toBe(true);
    await type('too late');
    expect(await rightSide().getByText('too late').count()).toBe(0);
  });

  test('what was written over an older text of the file is not taken; opened again it is', async () => {
    const { page } = workbench;
    await openDiff('toolu_stale');
    await write('toolu_stale', '\nlost');
    writeFileSync(notes(), 'zeroth\nfirst\nSECOND\nthird\nfourth');
    await card('toolu_stale').getByText('changed on disk').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('The file has changed on disk. Open the change from its card again.').first().waitFor();
    await workbench.screenshot('diff-stale');
    await openDiff('toolu_stale');
    await rightSide().getByText('zeroth').waitFor();
    await write('toolu_stale', '\nfifth');
    await page.keyboard.press('Control+s');
    await card('toolu_stale').getByText('fifth').waitFor();
    await card('toolu_stale').getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => rightSide().getByText('fifth').count()).toBe(0);
    expect(await card('toolu_stale').getByText('fifth').count()).toBe(0);
    await card('toolu_stale').getByRole('button', { name: 'Allow once', exact: true }).click();
    await workbench.latch.getByText('Both done.').waitFor();
    expect(readFileSync(notes(), 'utf8')).toBe('zeroth\nfirst\nSECOND\nTHIRD\nfourth');
  });
});
