// Packages of Debian, where this is one and may install them.
import { run } from './run.mjs';

export const canInstall = process.platform === 'linux' && process.getuid?.() === 0;

/** @param {string[]} packages @returns {Promise<string | undefined>} What went wrong, if anything did. */
export async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env }).catch(() => undefined);
  return problemOf('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
}

/** What went wrong with a command, in the line that says most of it. @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export async function problemOf(command, args, env = process.env) {
  const { code, output } = await run(command, args, { env }).catch(error => ({ code: 1, output: String(error) }));
  if (code === 0) return undefined;
  const lines = output.split('\n').filter(line => line.trim() !== '');
  return (lines.find(line => /error|ENOTFOUND|E:/i.test(line)) ?? lines.at(-1) ?? `exit code ${code}`).trim();
}
