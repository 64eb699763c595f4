// A Chromium for the tests: one that is installed, or Playwright's, or Debian's.
// As a command: node scripts/lib/browser.mjs
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canInstall, installPackages, problemOf } from './debian.mjs';
import { Failure, main } from './failure.mjs';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/** Chromium without windows and without pages of its own. Opening a page costs it a third of the processor time. */
const shell = 'chromium-headless-shell';
const commands = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** Without the first ones Chromium talks to the network on its own; the last one is needed as root only. */
export const browserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** @returns {Promise<string>} The path of a browser that starts. */
export async function ensureBrowser() {
  const chosen = process.env.LATCH_BROWSER;
  if (chosen !== undefined) {
    if ((await firstWorking([chosen])) !== undefined) return chosen;
    throw new Failure(
      `LATCH_BROWSER is ${chosen}, and that does not start: set it to the path of a Chromium, or unset it.`,
    );
  }
  const found = (await headlessShell()) ?? (await firstWorking(await candidates()));
  if (found !== undefined) return found;
  const tried = [];
  for (const [title, install] of installers()) {
    const problem = await step(title, install);
    const installed = problem === undefined ? await firstWorking(await candidates()) : undefined;
    if (installed !== undefined) return installed;
    tried.push(`${title}: ${problem ?? 'what was installed does not start'}`);
  }
  throw new Failure(
    `No Chrome, Chromium or Edge was found and none could be installed (${tried.join('; ')}). ` +
      'Install one, or set LATCH_BROWSER to the path of one.',
  );
}

/** Debian has it as a package, which is worth a few seconds even where there is another browser. */
async function headlessShell() {
  const installed = await firstWorking(onPath([shell]));
  if (installed !== undefined || !canInstall) return installed;
  await step(`Installing the ${shell} package of Debian`, () => installPackages([shell]));
  return firstWorking(onPath([shell]));
}

/** @param {string[]} names */
function onPath(names) {
  return (process.env.PATH ?? '').split(delimiter).flatMap(dir => names.map(name => join(dir, name)));
}

async function candidates() {
  // Loaded only here: this file is also read before the dependencies are installed.
  const { chromium } = await import('playwright-core');
  return [...onPath(commands), ...(process.platform === 'darwin' ? applications : []), chromium.executablePath()];
}

/** @param {string[]} paths */
async function firstWorking(paths) {
  for (const path of paths) {
    try {
      accessSync(path, constants.X_OK);
    } catch {
      continue;
    }
    // A browser that lacks a library of the system fails here already.
    const { code } = await run(path, ['--version']).catch(() => ({ code: 1 }));
    if (code === 0) return path;
  }
  return undefined;
}

/** @returns {[string, () => Promise<string | undefined>][]} Each says what went wrong, if anything did. */
function installers() {
  /** @type {[string, () => Promise<string | undefined>][]} */
  const all = [
    [
      'Downloading a Chromium with Playwright',
      () =>
        problemOf(process.execPath, [join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium']),
    ],
  ];
  if (canInstall) all.push(['Installing the chromium package of Debian', () => installPackages(['chromium'])]);
  return all;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => console.log(await ensureBrowser()));
}
