import { join } from 'node:path';
import { afterEach, inject } from 'vitest';
import { openPages } from './browser';

/** What is on screen when a test fails says more than the sentence that was not there. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60);
  for (const [count, page] of (await openPages()).entries()) {
    const path = join(inject('resultsDir'), 'screenshots', `failed-${name}-${count}.png`);
    await page.screenshot({ path, timeout: 10_000 }).catch(() => {});
  }
});
