import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command } });
const composed = 'npm run build && cat .env > out.log';

describe('a window in 简体中文', () => {
  let workbench: OpenedWorkbench;
  const card = (id: string): Locator => workbench.latch.locator(`[data-testid="card"][data-call-id="${id}"]`);

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latch-chinese-'));
    mkdirSync(join(folder, '.latch'));
    const rules = { version: 1, rules: [{ action: 'deny', pattern: 'Bash(rm:*)' }] };
    writeFileSync(join(folder, '.latch', 'rules.json'), JSON.stringify(rules));
    workbench = await openWorkbench({
      folder,
      locale: 'zh-cn',
      width: 420,
      scenario: { turns: [[bash('toolu_list', 'ls')], [bash('toolu_rm', 'rm a')], [bash('toolu_build', composed)]] },
    });
    await workbench.latch.getByRole('textbox', { name: '给 Claude 发消息' }).fill('构建');
    await workbench.page.keyboard.press('Enter');
  });
  afterAll(() => workbench.close());

  /** It is pale, and Playwright waits, as long as the card takes no answers. */
  async function click(name: string): Promise<void> {
    await card('toolu_build').getByRole('button', { name, exact: true }).click();
  }

  /** An answer that stands in a list behind an arrow. */
  async function choose(list: string, name: string): Promise<void> {
    await click(list);
    await card('toolu_build').getByRole('menuitem', { name, exact: true }).click();
  }

  /** Three English words in a row that are not a value. */
  async function englishIn(shown: Locator, ...values: readonly string[]): Promise<readonly string[]> {
    const text = values.reduce((left, value) => left.replaceAll(value, '·'), await shown.innerText());
    return text.match(/[a-z']+(?:[ ,]+[a-z']+){2,}/gi) ?? [];
  }

  test('a card says why it asks, and what is dangerous about it', async () => {
    await card('toolu_build').waitFor();
    const shown = await card('toolu_build').innerText();
    expect(shown).toContain('读取机密');
    expect(shown).toContain('没有规则允许');
    expect(await englishIn(card('toolu_build'), composed, 'npm run build', 'cat .env > out.log')).toEqual([]);
    await workbench.screenshot('chinese-card');
  });

  test('a call that was decided says by what', async () => {
    // What only reads is allowed without a word; who allowed it stands inside.
    await card('toolu_list').locator('summary').click();
    await expect.poll(() => card('toolu_list').innerText()).toContain('已证明只会读取');
    expect(await card('toolu_rm').innerText()).toContain('由 Bash(rm:*) · 项目');
  });

  test('an answer that is not taken says why', async () => {
    await choose('更多允许方式', '先编辑…');
    await card('toolu_build').getByRole('textbox').fill('rm -rf src');
    await click('允许一次');
    const refusal = card('toolu_build').getByRole('alert').filter({ hasText: '编辑后的调用被拒绝' });
    await refusal.waitFor();
    expect(await englishIn(refusal)).toEqual([]);
    await workbench.screenshot('chinese-refused');
  });

  test('what was done is told in the list of activity', async () => {
    const { page } = workbench;
    // The list is drawn anew half a second after the last change of a card, and the editor loses rows that are opened then.
    await page.waitForTimeout(2000);
    await page.getByRole('button', { name: /^活动/ }).click();
    const session = page.getByRole('treeitem', { name: '构建' });
    const call = page.getByRole('treeitem', { name: /^运行 ls,.*已证明只会读取。/ });
    // The list is drawn anew while its page loads: a press may fall on a row that goes, or what it opened may close.
    const opened = async (): Promise<boolean> => {
      if ((await session.getAttribute('aria-expanded')) !== 'true') await session.click();
      return call.isVisible();
    };
    await expect.poll(opened, { timeout: 30_000 }).toBe(true);
  });

  test('a notice is in the same language', async () => {
    await choose('更多拒绝方式', '拒绝并停止 Claude');
    const notice = workbench.latch.locator('.notice');
    await notice.waitFor();
    expect(await notice.innerText()).toBe('已停止。');
    await workbench.screenshot('chinese-notice');
  });
});
