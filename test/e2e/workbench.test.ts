import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('a workbench with Latch', () => {
  let workbench: OpenedWorkbench;
  beforeAll(async () => {
    workbench = await openWorkbench({ width: 420 });
  });
  afterAll(() => workbench.close());

  test('shows the Chat view in the sidebar when it has opened', async () => {
    await workbench.page.locator('.sidebar .pane-header', { hasText: 'Chat' }).waitFor();
    await workbench.page.getByRole('tab', { name: 'Latch', selected: true }).waitFor();
  });

  test('is as wide as was asked for', async () => {
    const box = await workbench.page.locator('.part.sidebar').boundingBox();
    expect(Math.abs((box?.width ?? 0) - 420)).toBeLessThan(10);
  });

  test('offers a command for a session only once there is one', async () => {
    expect(await offered('Latch: End Session')).toBe(false);
    expect(await offered('Latch: New Session')).toBe(true);
    await workbench.page.getByRole('button', { name: 'New Session' }).first().click();
    await expect.poll(() => offered('Latch: End Session')).toBe(true);
    expect(await offered('Latch: Stop Trusting Everything')).toBe(false);
  });

  /** Whether the palette shows it. */
  async function offered(command: string): Promise<boolean> {
    const { page } = workbench;
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${command}`);
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    const found = await rows.filter({ hasText: command }).count();
    await page.keyboard.press('Escape');
    return found > 0;
  }

  test('opens no editor of its own accord', async () => {
    expect(await workbench.page.locator('.tabs-container .tab').count()).toBe(0);
  });
});
