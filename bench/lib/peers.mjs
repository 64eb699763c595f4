import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir } from '../../scripts/lib/paths.mjs';
import { step } from '../../scripts/lib/progress.mjs';
import { npm } from '../../scripts/lib/run.mjs';

/** What we stand beside, exactly. Nothing of it is a dependency of ours. */
export const peers = {
  '@anthropic-ai/claude-agent-sdk': '0.3.326',
  'happy-coder': '0.13.0',
  '@agentclientprotocol/claude-agent-acp': '0.99.1',
  '@agentclientprotocol/sdk': '2.4.0',
  picomatch: '4.0.7',
  minimatch: '11.0.9',
  ignore: '7.0.16',
};

/** The folder with the peers, installed once and without their scripts. */
export async function peersFolder() {
  const manifest = JSON.stringify({ private: true, dependencies: peers }, null, 2);
  const folder = join(cacheDir(), 'bench-peers');
  const known = join(folder, 'package.json');
  if (existsSync(known) && readFileSync(known, 'utf8') === manifest) return folder;
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), manifest);
  await step('Installing the peers', () =>
    npm('Installing the peers', ['install', '--ignore-scripts', '--omit=optional'], { cwd: fresh }),
  );
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return folder;
}

/** The address of a file of a peer, for `import`. @param {string} folder @param {string} path */
export const fileOf = (folder, path) => pathToFileURL(join(folder, 'node_modules', path)).href;
