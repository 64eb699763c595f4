// The extension-host tests in the workbench: Latch from this folder, in the mode for tests, in a real extension host.
// As a command: node scripts/testHost.mjs
import { chromium } from 'playwright-core';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { readScenario } from '../test/fakes/scenario.mjs';
import { browserFlags, ensureBrowser } from './lib/browser.mjs';
import { Failure, failureOf, main } from './lib/failure.mjs';
import { buildHostSuite, printHostResult } from './lib/hostSuite.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { openStage } from './lib/stage.mjs';
import { provision } from './provision.mjs';

// The first window of a cold workbench takes seconds; a suite that takes minutes hangs.
const limitMs = 300_000;

/** @typedef {import('./lib/hostSuite.mjs').HostResult} HostResult */

/** @returns {Promise<HostResult>} */
export async function testHost() {
  const workbench = await provision();
  const executablePath = await ensureBrowser();
  const runDir = join(root, 'test-results', 'host');
  rmSync(runDir, { recursive: true, force: true });
  mkdirSync(join(runDir, 'log'), { recursive: true });
  const results = join(runDir, 'results.json');
  const suite = join(runDir, 'suite.js');
  const built = await run(process.execPath, ['scripts/build.mjs'], { cwd: root });
  if (built.code !== 0) throw failureOf('Building Latch', built.output);
  await buildHostSuite(suite);
  const extension = join(runDir, 'latch');
  for (const part of ['package.json', 'package.nls.json', 'package.nls.zh-cn.json', 'dist', 'media', 'l10n']) {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(extension, part), { recursive: true });
  }

  const stage = await openStage({
    workbench,
    extensionsDir: join(runDir, 'extensions'),
    runDir,
    scenario: readScenario(join(root, 'scenarios', 'tour.json')),
    serverEnv: { LATCH_HOST_RESULTS: results },
    paceMs: 0,
  });
  try {
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    try {
      const page = await browser.newPage();
      /** @type {Promise<number>} */
      const ended = new Promise((done, failed) => {
        setTimeout(
          () => failed(new Failure(`The extension-host tests did not end within ${limitMs / 1000} s.`)),
          limitMs,
        ).unref();
        void page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => done(code));
      });
      // The workbench says a lot there, also of what this one lacks; the results themselves come in a file.
      await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ args) =>
        appendFileSync(join(runDir, 'log', 'console.log'), `${format(...args)}\n`),
      );
      const authority = `127.0.0.1:${stage.port}`;
      await page.addInitScript(runTests, {
        extensions: [{ scheme: 'vscode-remote', authority, path: extension }],
        extensionTestsPath: { scheme: 'vscode-remote', authority, path: suite },
      });
      await page.goto(stage.url);
      await ended;
    } finally {
      await browser.close();
    }
  } finally {
    await stage.stop();
  }
  return resultOf(results);
}

/**
 * Runs in the page. The workbench takes its configuration from an attribute of the page and has no public way to be told
 * of tests, so the attribute is extended as soon as the parser has made it.
 * @param {object} developmentOptions
 */
function runTests(developmentOptions) {
  const extend = () => {
    const meta = document.getElementById('vscode-workbench-web-configuration');
    const settings = meta?.getAttribute('data-settings');
    if (meta === null || settings === null || settings === undefined) return;
    observer.disconnect();
    meta.setAttribute('data-settings', JSON.stringify({ ...JSON.parse(settings), developmentOptions }));
  };
  const observer = new MutationObserver(extend);
  observer.observe(document, { childList: true, subtree: true });
}

/** @param {string} file @returns {HostResult} */
function resultOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Failure('The extension host ended before its tests did; its log is in test-results/host/log.');
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { passed, failures } = await testHost();
    printHostResult({ passed, failures });
    console.log(`${passed.length} passed, ${failures.length} failed`);
    if (failures.length > 0) process.exitCode = 1;
  });
}
