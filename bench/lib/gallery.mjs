// The gallery on loopback, for a browser that measures it.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserFlags, ensureBrowser } from '../../scripts/lib/browser.mjs';
import { root } from '../../scripts/lib/paths.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** @param {string} path */
function fileOf(path) {
  if (path.startsWith('webview/')) return join(root, 'dist', path);
  if (path === 'marked.js') return join(root, 'node_modules/marked/lib/marked.umd.js');
  return join(root, 'dist', 'gallery', path);
}

/** @param {ReadonlyMap<string, string>} pages Those that are made by who measures. */
export async function openGallery(pages = new Map()) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname.slice(1);
    const made = pages.get(path);
    if (made !== undefined) {
      response.setHeader('content-type', 'text/html').end(made);
      return;
    }
    readFile(fileOf(path)).then(
      content => response.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The bench has no port.');
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
  return {
    address: `http://127.0.0.1:${bound.port}`,
    browser,
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} row @param {string} name @param {number} value */
export function tell(row, name, value) {
  console.log(`${row}, ${name}: ${value.toFixed(2)}`);
  appendFileSync(process.env.BENCH_FILE ?? '/dev/null', `${JSON.stringify({ row, name, value })}\n`);
}
