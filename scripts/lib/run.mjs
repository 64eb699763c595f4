// Running another program and knowing how it ended.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { endWithUs } from './children.mjs';
import { failureOf } from './failure.mjs';

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, log?: string, echo?: boolean }} RunOptions
 *   `log` gets the output appended; `echo` passes it on to the person.
 */

/**
 * @param {string} command @param {string[]} args @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} The output of both streams, as it came.
 */
export function run(command, args, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = endWithUs(child.pid);
    let output = '';
    /** @param {Buffer} chunk */
    const take = chunk => {
      output += chunk.toString('utf8');
      if (options.log !== undefined) appendFileSync(options.log, chunk);
      if (options.echo === true) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', failed);
    child.once('close', code => {
      ended();
      done({ code: code ?? 1, output });
    });
  });
}

// What npm has downloaded before need not be asked for again: all versions are fixed. Without a network a full cache is
// then enough, and an empty one fails at once, instead of after minutes of tries for each package.
const npmFlags = [
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=4000',
];

/** Runs npm in a folder, without what an outer npm left in the environment.
 * @param {string} what For the message when it fails. @param {string[]} args @param {{ cwd: string, log?: string }} options */
export async function npm(what, args, options) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(?:package|lifecycle|command|execpath|node_execpath)|^npm_config_local_prefix$|^INIT_CWD$/i.test(name),
    ),
  );
  const [command, ...first] = npmCommand();
  const { code, output } = await run(command, [...first, ...args, ...npmFlags], {
    ...options,
    env,
  }).catch(error => {
    throw failureOf(what, `npm cannot be started (${String(error)}), install Node with npm`);
  });
  if (code !== 0) throw failureOf(what, errorLines(output));
  return output;
}

/** @returns {[string, ...string[]]} */
function npmCommand() {
  const path = process.env.npm_execpath;
  return path !== undefined && /npm-cli\.c?js$/.test(path) ? [process.execPath, path] : ['npm'];
}

/** Of npm's output, what it says went wrong: its first lines, the later ones are advice. @param {string} output */
function errorLines(output) {
  const errors = output
    .split('\n')
    .filter(line => /^npm (?:error|ERR!)/.test(line))
    .map(line => line.replace(/^npm (?:error|ERR!)\s*/, '').trim())
    .filter(line => line !== '');
  return errors.length > 0 ? errors.slice(0, 3).join('\n') : output;
}
