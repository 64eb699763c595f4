import type { Locator } from 'playwright-core';

/** Whether something comes on screen within this time. */
export const appears = (locator: Locator, timeout: number): Promise<boolean> =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
