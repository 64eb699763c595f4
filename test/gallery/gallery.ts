import { chromium, type Browser, type Page } from 'playwright-core';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { browserFlags, ensureBrowser } from '../../scripts/lib/browser.mjs';
import type { Fixture } from '../../webview-ui/gallery/host/fixture';
import type { ThemeName } from '../../webview-ui/gallery/themes';

declare global {
  interface Window {
    latchFixture?: Fixture;
    latchTheme?: (name: ThemeName) => void;
  }
}

const folder = join(import.meta.dirname, '..', '..', 'dist', 'gallery');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface Gallery {
  readonly address: string;
  readonly browser: Browser;
  readonly open: (story: string, options?: OpenOptions) => Promise<Page>;
  /** Shows another story in a page that is open: a new page is a new process, which costs more than most looks at it. */
  readonly show: (page: Page, story: string, options?: StoryOptions) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface StoryOptions {
  readonly theme?: ThemeName;
  readonly language?: 'en' | 'zh-cn';
}

export interface OpenOptions extends StoryOptions {
  readonly width?: number;
  readonly height?: number;
  /** Draws with a font that is the same on every machine. */
  readonly sameFont?: boolean;
}

/** Serves the gallery on loopback and opens its stories in a real browser. */
export async function startGallery(): Promise<Gallery> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://gallery').pathname.slice(1);
    readFile(join(folder, name)).then(
      content => response.setHeader('content-type', types[extname(name)] ?? 'text/plain').end(content),
      () => response.writeHead(name === 'favicon.ico' ? 204 : 404).end(),
    );
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The gallery has no port.');
  const address = `http://127.0.0.1:${bound.port}`;
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
  const show: Gallery['show'] = async (page, story, { theme = 'dark', language = 'en' } = {}) => {
    await page.goto(`${address}/story.html?${new URLSearchParams({ story, theme, language }).toString()}`);
    await page.locator('.app').waitFor();
  };
  return {
    address,
    browser,
    show,
    async open(story, { width = 380, height = 720, sameFont = false, ...options } = {}) {
      const page = await browser.newPage({ viewport: { width, height }, bypassCSP: sameFont });
      page.setDefaultTimeout(15_000);
      await show(page, story, options);
      if (sameFont) await useSameFont(page);
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Gives an open page another theme, as the editor does. */
export function useTheme(page: Page, theme: ThemeName): Promise<void> {
  return page.evaluate(name => window.latchTheme?.(name), theme);
}

interface Sent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What the page told its host, of one method. */
export async function sentOf(page: Page, method: string): Promise<readonly Sent['params'][]> {
  const sent = await page.evaluate(() => JSON.stringify(window.latchFixture?.sent ?? []));
  const messages: readonly Sent[] = JSON.parse(sent);
  return messages.filter(message => message.method === method).map(message => message.params);
}

/** Longer than the time in which nothing that is pressed counts. */
export const afterGrace = 600;

async function useSameFont(page: Page): Promise<void> {
  const files = join(import.meta.dirname, '..', '..', 'node_modules', '@fontsource', 'dejavu-mono', 'files');
  const faces = [400, 700].map(async weight => {
    const font = await readFile(join(files, `dejavu-mono-latin-${weight}-normal.woff2`), 'base64');
    return `@font-face { font-family: Same; font-weight: ${weight}; src: url(data:font/woff2;base64,${font}); }`;
  });
  const use = ':root { --vscode-font-family: Same !important; --vscode-editor-font-family: Same !important; }';
  await page.addStyleTag({ content: [...(await Promise.all(faces)), use].join('\n') });
  await page.evaluate(() => document.fonts.ready);
}
