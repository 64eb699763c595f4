// The extension-host tests as one bundle, for the workbench and for a desktop VS Code.
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** @typedef {{ passed: string[], failures: string[] }} HostResult Titles, and for a failure its reason too. */

/** @param {HostResult} result */
export function printHostResult({ passed, failures }) {
  for (const title of passed) console.log(`  ✓ ${title}`);
  for (const failure of failures) console.log(`  ✗ ${failure}`);
}

/** @param {string} outfile @returns {Promise<void>} */
export async function buildHostSuite(outfile) {
  const folder = join(root, 'test', 'host');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.test.ts'));
  await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'suite.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    // Mocha has two requires that only its command line needs.
    logLevel: 'error',
    plugins: [
      {
        name: 'host-tests',
        setup(bundler) {
          bundler.onResolve({ filter: /^latch:host-tests$/ }, ({ path }) => ({ path, namespace: 'host-tests' }));
          bundler.onLoad({ filter: /.*/, namespace: 'host-tests' }, () => ({
            contents: files.map(file => `import ${JSON.stringify(`./${file}`)};`).join('\n'),
            resolveDir: folder,
          }));
        },
      },
    ],
  });
}
