import { join } from 'node:path';
import { cachedPackage } from '../../scripts/lib/cachedPackage.mjs';
import { claudeOverAcp } from '../../scripts/lib/acpAgents.mjs';
import { cacheDir, pinnedCli } from '../../scripts/lib/paths.mjs';

/** The oldest CLI that Latch promises to work with; fetched once into the cache, for these tests alone. */
const oldest = '2.1.197';

const packageName = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'claude.exe' : 'claude';
const place = `claude-code-${oldest}`;
const oldestCli = join(cacheDir(), place, 'node_modules', ...packageName.split('/'), executable);

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
export default async function fetchOthers(): Promise<void> {
  await cachedPackage({ name: packageName, version: oldest, place });
  await claudeOverAcp();
}
