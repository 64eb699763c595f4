// Once for all end-to-end tests: the workbench, a browser, and an extensions folder with Latch as it would ship.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBrowser } from '../../../scripts/lib/browser.mjs';
import { prepareExtensions } from '../../../scripts/lib/extensions.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { provision } from '../../../scripts/provision.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    workbench: { node: string; entry: string };
    browser: string;
    extensionsDir: string;
    resultsDir: string;
  }
}

export default async function setUp(project: TestProject): Promise<void> {
  const resultsDir = join(root, 'test-results', 'e2e');
  rmSync(resultsDir, { recursive: true, force: true });
  mkdirSync(resultsDir, { recursive: true });
  const workbench = await provision();
  const browser = await ensureBrowser();
  const extensionsDir = join(resultsDir, 'installed', 'extensions');
  await prepareExtensions(workbench, extensionsDir);
  project.provide('workbench', workbench);
  project.provide('browser', browser);
  project.provide('extensionsDir', extensionsDir);
  project.provide('resultsDir', resultsDir);
}
