// Where things are.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** What is downloaded once and used by every run. It may be deleted at any time when nothing runs. */
export function cacheDir() {
  return resolve(process.env.LATCH_CACHE ?? join(homedir(), '.cache', 'latch'));
}

/** The pinned Claude Code CLI: a binary of its own in a package for each platform. */
export function pinnedCli() {
  const name = `claude-code-${process.platform}-${process.arch}`;
  return join(root, 'node_modules', '@anthropic-ai', name, process.platform === 'win32' ? 'claude.exe' : 'claude');
}
