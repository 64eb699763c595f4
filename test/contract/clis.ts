import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, pinnedCli } from '../../scripts/lib/paths.mjs';

/** The oldest CLI that Latch promises to work with; fetched once into the cache, for these tests alone. */
const oldest = '2.1.197';

export interface Cli {
  readonly version: string;
  readonly path: () => string;
}

/** Every contract holds for both. What they do differently is written down where a test has to know it. */
export const clis: readonly Cli[] = [
  { version: '2.1.326', path: pinnedCli },
  { version: oldest, path: oldestCli },
];

function oldestCli(): string {
  const folder = join(cacheDir(), `claude-code-${oldest}`);
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const path = join(folder, 'node_modules', ...name.split('/'), process.platform === 'win32' ? 'claude.exe' : 'claude');
  if (existsSync(path)) return path;
  const half = `${folder}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  execFileSync('npm', ['install', '--prefix', half, '--no-save', '--ignore-scripts', `${name}@${oldest}`], {
    stdio: 'pipe',
  });
  rmSync(folder, { recursive: true, force: true });
  renameSync(half, folder);
  return path;
}
