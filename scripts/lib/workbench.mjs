// A real VS Code workbench in the browser: installing extensions into it, starting it, stopping all of it.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, closeSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithUs } from './children.mjs';
import { Failure, failureOf } from './failure.mjs';
import { run } from './run.mjs';

/** @typedef {import('../provision.mjs').Workbench} Workbench */

/** @param {Workbench} workbench @param {string} extensionsDir @param {string[]} vsixFiles */
export async function installExtensions(workbench, extensionsDir, vsixFiles) {
  mkdirSync(extensionsDir, { recursive: true });
  const scratch = join(extensionsDir, '..', 'installing');
  const { code, output } = await run(
    workbench.node,
    [
      workbench.entry,
      ...commonFlags(scratch, extensionsDir),
      ...vsixFiles.flatMap(file => ['--install-extension', file]),
    ],
    { env: workbenchEnv() },
  );
  if (code !== 0) throw failureOf('Installing Latch into the workbench', output);
}

/**
 * @param {{
 *   workbench: Workbench, dataDir: string, extensionsDir: string, logFile: string, port?: number | undefined,
 *   userSettings: Record<string, unknown>, machineSettings: Record<string, unknown>, trust: 'all' | 'ask',
 *   env?: NodeJS.ProcessEnv, keepsSessionsOfLostPages?: boolean | undefined,
 * }} options
 * @returns {Promise<{ url: string, port: number, stop(): Promise<void> }>}
 */
export async function startWorkbench(options) {
  const { workbench, dataDir, logFile } = options;
  writeSettings(join(dataDir, 'User'), options.userSettings);
  // In a workbench with a server, settings of the scope "machine" count only when they are the server's own.
  writeSettings(join(dataDir, 'Machine'), options.machineSettings);
  const port = await checkPort(options.port ?? 0);
  const log = openSync(logFile, 'a');
  const child = spawn(
    workbench.node,
    [
      workbench.entry,
      ...commonFlags(dataDir, options.extensionsDir),
      '--bind-addr',
      `127.0.0.1:${port}`,
      '--ignore-last-opened',
      // A page that goes without a word, on a busy machine a reload too, would keep its sessions for three hours.
      ...(options.keepsSessionsOfLostPages ? [] : ['--reconnection-grace-time', '10']),
      ...(options.trust === 'all' ? ['--disable-workspace-trust'] : []),
    ],
    // A process group of its own, so that everything it starts can be ended together.
    { env: options.env ?? workbenchEnv(), stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  /** @type {Promise<void>} */
  const ended = new Promise(done => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  const forget = endWithUs(child.pid === undefined ? undefined : -child.pid);
  const stop = async () => {
    await endGroup(child.pid, ended);
    forget();
  };
  const url = `http://127.0.0.1:${port}`;
  for (const started = Date.now(); ; await pause(100)) {
    if (child.exitCode !== null || child.pid === undefined) {
      forget();
      throw failureOf('Starting the workbench', readFileSync(logFile, 'utf8'));
    }
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok === true) return { url, port, stop };
    if (Date.now() - started > 60_000) {
      await stop();
      throw new Failure(`The workbench did not answer within a minute; its log is ${logFile}.`);
    }
  }
}

/** @param {string} dataDir @param {string} extensionsDir */
function commonFlags(dataDir, extensionsDir) {
  mkdirSync(dataDir, { recursive: true });
  // Without a file of our own it would write one into the person's home.
  const config = join(dataDir, 'config.yaml');
  writeFileSync(config, 'auth: none\n');
  return [
    '--config',
    config,
    '--user-data-dir',
    dataDir,
    '--extensions-dir',
    extensionsDir,
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
  ];
}

/** The person's environment without what would change the workbench. */
export function workbenchEnv() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:VSCODE_|CODE_SERVER_|CS_|npm_|NODE_OPTIONS$|PORT$)/.test(name),
    ),
  );
  // A proxy must not stand between the parts of one machine.
  const direct = [process.env.NO_PROXY ?? process.env.no_proxy, '127.0.0.1', 'localhost'].filter(Boolean).join(',');
  return { ...env, NO_PROXY: direct, no_proxy: direct };
}

/** @param {string} folder @param {Record<string, unknown>} settings */
function writeSettings(folder, settings) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings, null, 2));
}

/** Fails when the port cannot be listened on. @param {number} wanted 0 for any free one. @returns {Promise<number>} */
export function checkPort(wanted) {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', error => {
      const taken = 'code' in error && error.code === 'EADDRINUSE';
      const why = taken ? 'is taken by another program' : `cannot be used (${error.message})`;
      failed(new Failure(`Port ${wanted} ${why}: choose another with --port, or leave it out to get a free one.`));
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(address !== null && typeof address === 'object' ? address.port : wanted));
    });
  });
}

/** @param {number | undefined} pid The leader of the group. @param {Promise<void>} ended */
async function endGroup(pid, ended) {
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  await Promise.race([ended, pause(5000)]);
  // Its helpers may outlive the leader for a second or two; nothing of them is needed any more.
  for (let tries = 0; tries < 20 && signalGroup(pid, 0); tries += 1) await pause(100);
  signalGroup(pid, 'SIGKILL');
}

/** @param {number} pid @param {NodeJS.Signals | 0} signal @returns {boolean} Whether anybody is left in the group. */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
