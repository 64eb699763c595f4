// Bundles the extension, its webview and the command line tool. `--watch` rebuilds on every save.
import { context } from 'esbuild';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  logLevel: 'warning',
  minify: !watch,
  sourcemap: watch ? 'inline' : false,
  // The UMD builds of some packages hide their imports from the bundler.
  mainFields: ['module', 'main'],
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  {
    ...shared,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
  },
  {
    ...shared,
    entryPoints: { main: 'webview-ui/main.tsx' },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'iife',
    target: 'chrome120',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': watch ? '"development"' : '"production"' },
    conditions: ['browser'],
  },
];

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
const contexts = await Promise.all(bundles.map(options => context(options)));
await Promise.all(contexts.map(it => it.rebuild()));
if (watch) await Promise.all(contexts.map(it => it.watch()));
else await Promise.all(contexts.map(it => it.dispose()));
