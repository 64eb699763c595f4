// A workspace of two folders: what the agent is told of the second one, and what may happen there.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('a workspace of two folders', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  const folder = mkdtempSync(join(tmpdir(), 'latch-roots-'));
  const shop = join(folder, 'shop');
  const docs = join(folder, 'docs');
  const other = join(folder, 'other');

  beforeAll(async () => {
    for (const root of [shop, docs, other]) mkdirSync(root);
    writeFileSync(join(docs, 'guide.md'), 'GUIDE-OF-THE-SECOND\n');
    const file = join(folder, 'both.code-workspace');
    writeFileSync(file, JSON.stringify({ folders: [{ path: 'shop' }, { path: 'docs' }] }));
    const write = (id: string, path: string): object => ({
      tool: 'Write',
      id,
      input: { file_path: path, content: `${id}\n` },
    });
    workbench = await openWorkbench({
      folder: file,
      scenario: {
        turns: [
          [{ tool: 'Read', id: 'guide', input: { file_path: join(docs, 'guide.md') } }],
          [write('second', join(docs, 'new.md'))],
          [write('outside', join(other, 'new.md'))],
          [{ text: 'Written.' }],
        ],
      },
    });
    chat = chatOf(workbench);
    await untilFoldersAreTold();
    await chat.send('Write in both');
  });
  afterAll(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A workbench that was busy when it started never tells them: a person does what Latch says then. */
  async function untilFoldersAreTold(): Promise<void> {
    const { latch, page } = workbench;
    const none = latch.getByText('No folder is open');
    await none.or(latch.getByText('Claude asks. You decide.')).first().waitFor();
    if (!(await none.isVisible())) return;
    await page.getByRole('button', { name: 'Reload Window' }).click();
    await latch.getByText('Claude asks. You decide.').waitFor();
  }

  test('the agent knows of the second one, works in the first, and reads in both unasked', async () => {
    expect(await chat.result('guide')).toContain('GUIDE-OF-THE-SECOND');
    expect(chat.results()['guide']).toContain('GUIDE-OF-THE-SECOND');
    const told = JSON.stringify(workbench.lastRequest()?.body);
    expect(told).toContain(`working directory: ${shop}`);
    expect(told).toMatch(new RegExp(`Additional working directories[^]{0,20}${docs}`));
  });

  test('a write in the second one is not outside, and happens once it is allowed', async () => {
    const card = await chat.open('second');
    expect(await card.innerText()).not.toMatch(/outside/i);
    await chat.press('second', 'Allow once');
    await chat.result('second');
    expect(existsSync(join(docs, 'new.md'))).toBe(true);
  });

  test('a write beside both is outside', async () => {
    const card = await chat.open('outside');
    expect(await card.innerText()).toMatch(/outside/i);
    await chat.press('outside', 'Deny');
    await chat.result('outside');
    expect(existsSync(join(other, 'new.md'))).toBe(false);
  });

  test('what is looked for with @ is found in the second one too', async () => {
    const composer = workbench.latch.getByRole('textbox', { name: 'Message Claude' });
    await composer.pressSequentially('See @guide');
    await workbench.latch.getByRole('option', { name: /guide\.md/ }).waitFor();
    await composer.press('Enter');
    expect(await composer.inputValue()).toBe(`See @${join(docs, 'guide.md')} `);
  });
});
