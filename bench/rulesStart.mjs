// What a file of rules in a folder costs a window before and after it is opened: node bench/rulesStart.mjs
// Read from the processes of a real workbench in which Latch is installed and not shown: memory that is the extension
// host's own, and whether Latch and the server for files of rules are there.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { parseScenario } from '../test/fakes/scenario.mjs';
import { browserFlags, ensureBrowser } from '../scripts/lib/browser.mjs';
import { clearRunDir, newRunDir } from '../scripts/lib/runDir.mjs';
import { openStage } from '../scripts/lib/stage.mjs';
import { installExtensions } from '../scripts/lib/workbench.mjs';
import { packageLatch } from '../scripts/package.mjs';
import { provision } from '../scripts/provision.mjs';

/** Until the extension host has done what it does by itself. */
const settledMs = 12_000;
const runDir = newRunDir();
const extensionsDir = join(runDir, 'extensions');
const workbench = await provision();
await packageLatch(join(runDir, 'latch.vsix'));
await installExtensions(workbench, extensionsDir, [join(runDir, 'latch.vsix')]);
const executablePath = await ensureBrowser();
try {
  for (const has of [false, true, false, true]) await look(has);
} finally {
  clearRunDir(runDir);
}

/** @param {boolean} hasRules */
async function look(hasRules) {
  const folder = mkdtempSync(join(tmpdir(), 'latch-start-'));
  mkdirSync(join(folder, '.latch'));
  const file = join(folder, '.latch', 'rules.json');
  if (hasRules) writeFileSync(file, '{ "rules": [{ "action": "deny", "pattern": "Bsh" }] }\n');
  const own = mkdtempSync(join(tmpdir(), 'latch-start-run-'));
  mkdirSync(join(own, 'log'));
  const home = join(own, 'home');
  mkdirSync(home);
  const stage = await openStage({
    workbench,
    extensionsDir,
    runDir: own,
    scenario: parseScenario({ turns: [] }),
    folder,
    serverEnv: { HOME: home },
  });
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const page = await browser.newPage();
    await page.goto(stage.url);
    await page.locator('.explorer-folders-view').waitFor({ timeout: 60_000 });
    await pause(settledMs);
    console.log(`${hasRules ? 'a folder with' : 'a folder without'} a file of rules: ${told(stage.dataDir, home)}`);
    if (!hasRules) return;
    await page.keyboard.press('Control+p');
    await page.locator('.quick-input-widget input[type="text"]').fill(file);
    await page
      .locator('.quick-input-list')
      .getByRole('option', { name: /^rules\.json/ })
      .first()
      .click();
    const start = performance.now();
    await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
    console.log(`  its first fault is marked after ${(performance.now() - start).toFixed(0)} ms`);
    await pause(settledMs);
    console.log(`  once it is open: ${told(stage.dataDir, home)}`);
  } finally {
    await browser.close();
    await stage.stop();
    clearRunDir(own);
  }
}

/** @param {string} dataDir @param {string} home */
function told(dataDir, home) {
  const host = processOf(home, '--type=extensionHost');
  const server = processOf(home, 'rulesServer.js');
  // It keeps what is its own there, from its first moment on.
  const isLoaded = existsSync(join(dataDir, 'User', 'globalStorage', 'latch.latch'));
  const parts = [
    `extension host ${host === undefined ? '?' : `${host.toFixed(0)} MB`}`,
    server === undefined ? 'no server for rules' : `server for rules ${server.toFixed(0)} MB`,
    isLoaded ? 'Latch is loaded' : 'Latch is not loaded',
  ];
  return parts.join(', ');
}

/** Megabytes that a process of the workbench with this home has for itself. @param {string} home @param {string} part */
function processOf(home, part) {
  const text = (/** @type {string} */ pid, /** @type {string} */ name) => {
    try {
      return readFileSync(join('/proc', pid, name), 'utf8');
    } catch {
      return '';
    }
  };
  const all = readdirSync('/proc').filter(pid => /^\d+$/.test(pid));
  const found = all.find(pid => text(pid, 'cmdline').includes(part) && text(pid, 'environ').includes(`HOME=${home}\0`));
  const own = found && /Private_Dirty:\s+(\d+)/.exec(text(found, 'smaps_rollup'))?.[1];
  return own ? Number(own) / 1024 : undefined;
}
