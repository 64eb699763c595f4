import type { Locator } from 'playwright-core';

/** Whether it is done, in the time that it has. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Whether something comes on screen within this time. */
export const appears = (locator: Locator, timeout: number): Promise<boolean> => succeeds(locator.waitFor({ timeout }));
