// npm start: everything that is needed to try Latch, from a fresh clone to a card in a real VS Code.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readScenario, ScenarioError } from '../../test/fakes/scenario.mjs';
import { ensureDependencies } from '../lib/dependencies.mjs';
import { Failure, main } from '../lib/failure.mjs';
import { prepareExtensions } from '../lib/extensions.mjs';
import { root } from '../lib/paths.mjs';
import { step } from '../lib/progress.mjs';
import { clearRunDir, newRunDir } from '../lib/runDir.mjs';
import { openStage } from '../lib/stage.mjs';
import { checkPort } from '../lib/workbench.mjs';
import { provision } from '../provision.mjs';

const help = `Usage: npm start -- [options]

Opens VS Code in the browser with Latch in it. Without an account: a script plays the model.

  --port N         use this port of 127.0.0.1 (else a free one)
  --folder DIR     open this folder (else a scratch repository that is removed at the end)
  --scenario FILE  let the model say what this file holds (else a tour of every kind of question)
  --live           use your own Claude account and the real model
  --no-open        do not open the browser
  --help           show this text`;

/** @typedef {{ port: number | undefined, folder: string | undefined, scenario: string, live: boolean, open: boolean, help: boolean }} Options */

await main(async () => {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) console.log(help);
  else await start(options);
});

/** @param {Options} options */
async function start(options) {
  if (options.port !== undefined) await checkPort(options.port);
  const scenario = options.live ? 'live' : readScenarioFile(options.scenario);

  const ending = endOnSignal();
  await ensureDependencies();
  const workbench = await provision();
  const runDir = newRunDir();
  ending.later(async () => clearRunDir(runDir));
  const extensionsDir = join(runDir, 'extensions');
  await prepareExtensions(workbench, extensionsDir);
  const stage = await step('Starting the workbench', () =>
    openStage({ workbench, extensionsDir, runDir, scenario, folder: options.folder, port: options.port }),
  );
  ending.later(() => stage.stop());

  console.log(
    options.live
      ? 'The model is the real one, with your own account.'
      : 'The model is played by a script, no account is used.',
  );
  if (!options.live && existsSync(join(homedir(), '.claude', '.credentials.json'))) {
    console.log('You are logged in to Claude: npm start -- --live uses the real model.');
  }
  console.log('Press Ctrl-C to end it.');
  console.log(`Log: ${stage.logDir}`);
  console.log(`Ready: ${stage.url}`);
  if (options.open) openInBrowser(stage.url);
  await ending.asked;
}

/** @param {string[]} args @returns {Options} */
function optionsOf(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        folder: { type: 'string' },
        scenario: { type: 'string' },
        live: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.live && values.scenario !== undefined) {
      throw new Failure('--live and --scenario exclude each other: leave one of them out.');
    }
    return {
      port: values.port === undefined ? undefined : portOf(values.port),
      folder: values.folder === undefined ? undefined : folderOf(values.folder),
      scenario: resolve(values.scenario ?? join(root, 'scenarios', 'tour.json')),
      live: values.live,
      open: !values['no-open'],
      help: values.help,
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const said = error instanceof Error ? error.message.split(/[.\n]/)[0] : String(error);
    throw new Failure(`${said}: see npm start -- --help.`);
  }
}

/** @param {string} text */
function portOf(text) {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Failure(`--port must be a number from 1 to 65535, not "${text}".`);
}

/** @param {string} text */
function folderOf(text) {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(text);
  throw new Failure(`--folder must be a folder that exists, and ${resolve(text)} is none.`);
}

/** @param {string} file */
function readScenarioFile(file) {
  try {
    return readScenario(file);
  } catch (error) {
    throw error instanceof ScenarioError ? new Failure(error.message) : error;
  }
}

/** Ends what was started, last first, when the person or the system asks for it. */
function endOnSignal() {
  /** @type {(() => Promise<void>)[]} */
  const endings = [];
  let ending = false;
  /** @type {Promise<void>} */
  const asked = new Promise(done => {
    const end = async () => {
      // A second Ctrl-C while this goes on changes nothing: what was started must not be left behind.
      if (ending) return;
      ending = true;
      console.log('\nEnding ...');
      for (const one of endings.toReversed()) await one();
      done();
      process.exit();
    };
    // Whoever read the output may be gone by now; the ending goes on all the same.
    process.stdout.on('error', () => {});
    // npm ends without passing a SIGTERM on to what it runs; then somebody else becomes the parent.
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event !== undefined) {
      setInterval(() => {
        if (process.ppid !== parent) void end();
      }, 1000).unref();
    }
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void end());
  });
  return { asked, later: (/** @type {() => Promise<void>} */ one) => void endings.push(one) };
}

/** @param {string} url */
function openInBrowser(url) {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  child.once('error', () => console.log('No browser could be opened from here: open the address above.'));
  child.unref();
}
