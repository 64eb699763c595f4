import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, pinnedCli } from '../../scripts/lib/paths.mjs';

/** The oldest CLI that Latch promises to work with; fetched once into the cache, for these tests alone. */
const oldest = '2.1.197';

const folder = join(cacheDir(), `claude-code-${oldest}`);
const packageName = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'claude.exe' : 'claude';
const oldestCli = join(folder, 'node_modules', ...packageName.split('/'), executable);

export interface Cli {
  readonly version: string;
  readonly path: string;
}

/** Every contract holds for both. What they do differently is written down where a test has to know it. */
export const clis: readonly Cli[] = [
  { version: '2.1.326', path: pinnedCli() },
  { version: oldest, path: oldestCli },
];

/** Once before all contract tests: a download must not count as the time of a test. */
export default function fetchOldest(): void {
  if (existsSync(oldestCli)) return;
  const half = `${folder}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  execFileSync('npm', ['install', '--prefix', half, '--no-save', '--ignore-scripts', `${packageName}@${oldest}`], {
    stdio: 'pipe',
  });
  rmSync(folder, { recursive: true, force: true });
  renameSync(half, folder);
}
