// Bundles the extension, its webview with the gallery, and the command line tool. `--watch` rebuilds on every save.
import { build, context } from 'esbuild';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { bundlesOf, shared } from './lib/bundles.mjs';
import { bundledPackages, noticesOf } from './lib/notices.mjs';
import { root } from './lib/paths.mjs';

const watch = process.argv.includes('--watch');

const bundles = bundlesOf({ watch });

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
    ...shared(watch),
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
