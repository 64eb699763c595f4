import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The workbench stores how it looks every five seconds, and not when its page goes: what is newer is lost with the page. */
export async function untilStored(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(isStored, text), { timeout: 60_000 }).toBe(true);
}

/** Runs in the page: looks for a text in what the workbench stored of its windows and folders. */
async function isStored(text: string): Promise<boolean> {
  const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error(String(request.error))));
    });
  for (const { name } of await indexedDB.databases()) {
    if (name?.startsWith('vscode-web-state-db-') !== true) continue;
    const database = await done(indexedDB.open(name));
    const values = await done<unknown[]>(database.transaction('ItemTable').objectStore('ItemTable').getAll());
    database.close();
    if (values.some(value => typeof value === 'string' && value.includes(text))) return true;
  }
  return false;
}
