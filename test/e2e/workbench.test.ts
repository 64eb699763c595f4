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

  test('opens no editor of its own accord', async () => {
    expect(await workbench.page.locator('.tabs-container .tab').count()).toBe(0);
  });
});
