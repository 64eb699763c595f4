import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asCommonJs } from './commonJs.mjs';
import { root } from './paths.mjs';

/** @type {{ version: string }} */
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** @param {boolean} watch @returns {import('esbuild').BuildOptions} */
export const shared = watch => ({
  absWorkingDir: root,
  bundle: true,
  logLevel: 'warning',
  metafile: true,
  minify: !watch,
  sourcemap: watch ? 'inline' : false,
  // The pages say that they are UTF-8, and Node takes it for granted; escaped, a Chinese text is twice as long.
  charset: 'utf8',
  // The licences stand in NOTICES.txt.
  legalComments: 'none',
  // The UMD builds of some packages hide their imports from the bundler.
  mainFields: ['module', 'main'],
});

/** @param {boolean} watch @returns {import('esbuild').BuildOptions} */
const page = watch => ({
  ...shared(watch),
  platform: 'browser',
  // As modules, pages share what both need, and load what is seldom needed when it is.
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  target: 'chrome120',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': watch ? '"development"' : '"production"' },
});

/** Everything that is built. @param {{ watch: boolean }} how @returns {readonly import('esbuild').BuildOptions[]} */
export const bundlesOf = ({ watch }) => [
  {
    ...shared(watch),
    entryPoints: { extension: 'src/extension.ts' },
    outdir: 'dist',
    platform: 'node',
    format: 'esm',
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    target: 'node22',
    external: ['vscode'],
    plugins: [asCommonJs({ minify: !watch, sourcemap: watch ? 'inline' : false })],
  },
  {
    ...shared(watch),
    // Nobody loads these before a file of rules is opened.
    entryPoints: {
      rulesClient: 'src/languageServer/client/client.ts',
      rulesServer: 'src/languageServer/server/main.ts',
    },
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
  },
  {
    ...shared(watch),
    // Only for who shares rules in a database, of the one kind or the other.
    entryPoints: {
      mongodb: 'src/stores/mongodb/mongoStore.ts',
      postgres: 'src/stores/postgres/postgresStore.ts',
    },
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // What is not installed and not needed: the driver in C, and sockets of another runtime.
    external: ['pg-native', 'cloudflare:sockets'],
    // One driver brings what Node has once more, with the names of all the world: a quarter of its bundle.
    alias: { 'whatwg-url': 'node:url' },
  },
  {
    ...shared(watch),
    entryPoints: { latch: 'src/cli/latch.ts' },
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    define: { LATCH_VERSION: JSON.stringify(manifest.version) },
  },
  {
    ...page(watch),
    entryPoints: {
      main: 'webview-ui/main.tsx',
      rules: 'webview-ui/rulesMain.tsx',
      zhCn: 'webview-ui/chinese.ts',
    },
    outdir: 'dist/webview',
  },
  {
    ...page(watch),
    entryPoints: { index: 'webview-ui/gallery/index.tsx', story: 'webview-ui/gallery/story.tsx' },
    outdir: 'dist/gallery',
  },
];
