// Bundles the extension, its webview with the gallery, and the command line tool. `--watch` rebuilds on every save.
import { build, context } from 'esbuild';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledPackages, noticesOf } from './lib/notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {{ version: string }} */
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
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
};

/** @type {import('esbuild').BuildOptions} */
const page = {
  ...shared,
  platform: 'browser',
  // As modules, pages share what both need, and load what is seldom needed when it is.
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  target: 'chrome120',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': watch ? '"development"' : '"production"' },
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
    ...shared,
    entryPoints: { latch: 'src/cli/latch.ts' },
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    define: { LATCH_VERSION: JSON.stringify(manifest.version) },
  },
  {
    ...page,
    entryPoints: {
      main: 'webview-ui/main.tsx',
      rules: 'webview-ui/rulesMain.tsx',
      zhCn: 'webview-ui/chinese.ts',
    },
    outdir: 'dist/webview',
  },
  {
    ...page,
    entryPoints: { index: 'webview-ui/gallery/index.tsx', story: 'webview-ui/gallery/story.tsx' },
    outdir: 'dist/gallery',
  },
];

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
const contexts = await Promise.all(bundles.map(options => context(options)));
const built = await Promise.all(contexts.map(it => it.rebuild()));
if (watch) await Promise.all(contexts.map(it => it.watch()));
else await Promise.all(contexts.map(it => it.dispose()));

const shipped = built.flatMap(({ metafile }, place) =>
  bundles[place]?.outdir === 'dist/gallery' ? [] : (metafile ?? []),
);
writeFileSync(new URL('../dist/NOTICES.txt', import.meta.url), noticesOf(root, bundledPackages(shipped)));
await writeGalleryPages();

/** A story gets the very page that the host makes, strict policy and all. */
async function writeGalleryPages() {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: ['src/core/protocol/webviewHtml.ts'],
    format: 'esm',
    write: false,
    sourcemap: false,
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { webviewHtml } = await import(`data:text/javascript;base64,${source}`);
  const html = webviewHtml({
    nonce: 'gallery',
    cspSource: "'self'",
    scriptUris: ['story.js'],
    styleUri: 'story.css',
    language: 'en',
  });
  writeFileSync(new URL('../dist/gallery/story.html', import.meta.url), html);
  copyFileSync(
    new URL('../webview-ui/gallery/index.html', import.meta.url),
    new URL('../dist/gallery/index.html', import.meta.url),
  );
}
