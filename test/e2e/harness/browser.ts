import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { browserFlags } from '../../../scripts/lib/browser.mjs';

/** One for all files of a worker: contexts of it share nothing, and to start it costs as much as many a test. */
let started: Promise<Browser> | undefined;

async function theBrowser(): Promise<Browser> {
  const browser = await started?.catch(() => undefined);
  if (browser?.isConnected() === true) return browser;
  started = chromium.launch({ executablePath: inject('browser'), args: browserFlags });
  return started;
}

export async function newContext(): Promise<BrowserContext> {
  const browser = await theBrowser();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // The server would compress the 19 MB of the workbench anew for each page, on the processor that waits for them.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
  });
  // A page of the workbench took over half a minute to be there on a machine with ten jobs for each core.
  context.setDefaultTimeout(60_000);
  return context;
}

export async function openPages(): Promise<readonly Page[]> {
  const browser = await started?.catch(() => undefined);
  return browser?.contexts().flatMap(context => context.pages()) ?? [];
}
