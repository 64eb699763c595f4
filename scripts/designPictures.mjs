// Takes the pictures of docs/design.md from the gallery. `--gallery DIR` draws another one, such as that of an earlier
// version, and `--name before` calls its pictures so.
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserFlags, ensureBrowser } from './lib/browser.mjs';
import { main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';

const stories = /** @type {const} */ ([
  ['compound-waiting', 'dark', 380, 520],
  ['critical-waiting', 'dark', 380, 420],
  ['queue-five', 'light', 380, 620],
  ['queue-five', 'dark', 300, 400],
]);

/** @type {Readonly<Record<string, string>>} */
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

await main(async () => {
  const { values } = parseArgs({
    options: { gallery: { type: 'string' }, name: { type: 'string', default: 'after' } },
  });
  const gallery = resolve(values.gallery ?? join(root, 'dist', 'gallery'));
  const folder = join(root, 'docs', 'pictures');
  mkdirSync(folder, { recursive: true });
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://gallery').pathname.slice(1);
    readFile(join(gallery, name)).then(
      content => response.setHeader('content-type', types[extname(name)] ?? 'text/plain').end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise(done => {
    server.listen(0, '127.0.0.1', () => done(undefined));
  });
  const bound = server.address();
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port;
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
  try {
    for (const [story, theme, width, height] of stories) {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.goto(`http://127.0.0.1:${port}/story.html?story=${story}&theme=${theme}`);
      await page.locator('.app').waitFor();
      // The answers are pale while they take no press.
      await page.waitForTimeout(800);
      await page.screenshot({ path: join(folder, `${story}-${width}-${values.name}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
  console.log(`Taken: ${folder}`);
});
