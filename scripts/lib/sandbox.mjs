// What Claude Code needs to hold a command: bubblewrap and socat on Linux, nothing on macOS.
import { Failure } from './failure.mjs';
import { canInstall, installPackages, problemOf } from './debian.mjs';
import { step } from './progress.mjs';

/** @returns {Promise<string>} Whether what the kernel holds can be tried here. */
export async function ensureSandbox() {
  if (process.platform !== 'linux') return process.platform === 'darwin' ? 'Seatbelt' : 'none on this system';
  if ((await problem()) !== undefined && canInstall)
    await step('Installing the bubblewrap and socat packages of Debian', () =>
      installPackages(['bubblewrap', 'socat']),
    );
  const found = await problem();
  if (found === undefined) return 'bubblewrap';
  if (process.env.CI !== undefined)
    throw new Failure(`There is no sandbox here, and CI is to try what it holds: ${found}`);
  return `none, so the tests of what the kernel holds are skipped: ${found} (sudo apt-get install bubblewrap socat)`;
}

async function problem() {
  const held = [
    '--die-with-parent',
    '--unshare-pid',
    '--unshare-net',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
  ];
  return (await problemOf('socat', ['-V'])) ?? (await problemOf('bwrap', [...held, '--', 'true']));
}
