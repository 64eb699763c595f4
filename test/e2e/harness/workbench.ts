// A real workbench with Latch in it, in a real browser, talking to the real CLI, which talks to a script.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { openStage } from '../../../scripts/lib/stage.mjs';
import { readLoosely } from '../../fakes/journalText';
import type { JournalRecord } from '../../../src/core/journal/journal';
import { parseScenario } from '../../fakes/scenario.mjs';
import type { ModelRequest } from '../../fakes/scriptedModel.mjs';
import { newContext } from './browser';

/** As the workbench calls them now: see the settings of `openStage`. */
const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
} as const;

export type WorkbenchOptions = {
  /** What the model says, as in a scenario file. Without it, it says "Done." to everything. */
  readonly scenario?: object;
  readonly settings?: Record<string, unknown>;
  /** More environment variables for the agent. */
  readonly env?: Record<string, string>;
  /** Opened in place of a scratch repository, and not removed. */
  readonly folder?: string;
  readonly theme?: keyof typeof themes;
  readonly locale?: 'en' | 'zh-cn';
  /** Of the sidebar, in pixels. */
  readonly width?: number;
  /** "ask" opens the folder in Restricted Mode. */
  readonly trust?: 'all' | 'ask';
  /** As a workbench does that nobody told otherwise: what a lost page had lives on for hours. */
  readonly keepsSessionsOfLostPages?: boolean;
};

export type OpenedWorkbench = {
  readonly page: Page;
  readonly url: string;
  /** The folder that is open. */
  readonly workspace: string;
  /** The home of the extension host: the person's own has no part in a test. */
  readonly home: string;
  /** Where Latch keeps what is its own. */
  readonly storage: string;
  /** Inside the webview of the Chat view. */
  readonly latch: FrameLocator;
  /** What the CLI asked the model so far, oldest first. */
  requests(): readonly ModelRequest[];
  /** What it asked last in a conversation: beside that it asks for titles. */
  lastRequest(): ModelRequest | undefined;
  /** What the journals of its sessions hold so far. */
  records(): readonly JournalRecord[];
  /** Writes NAME.png into the folder of screenshots and returns its path. */
  screenshot(name: string): Promise<string>;
  /** Drags the edge of the sidebar until it is this wide. */
  setSidebarWidth(pixels: number): Promise<void>;
  /** The settings of the machine that the workbench has now. */
  settings(): Record<string, unknown>;
  /** Changes settings of the running workbench, and waits until it has them. */
  set(settings: Record<string, unknown>): Promise<void>;
  /** Ends the workbench, starts it again, and opens its page anew. */
  restart(): Promise<void>;
  /** Opens the same folder in another page, beside this one or after it. */
  another(): Promise<OpenedWorkbench>;
  close(): Promise<void>;
};

let opened = 0;

export async function openWorkbench(options: WorkbenchOptions = {}): Promise<OpenedWorkbench> {
  opened += 1;
  const resultsDir = inject('resultsDir');
  const runDir = join(resultsDir, `${process.pid}-${opened}`);
  mkdirSync(join(runDir, 'log'), { recursive: true });
  const home = join(runDir, 'home');
  mkdirSync(home);
  const storage = join(runDir, 'workbench', 'User', 'globalStorage', 'latch.latch');
  const stage = await openStage({
    workbench: inject('workbench'),
    extensionsDir: inject('extensionsDir'),
    runDir,
    scenario: parseScenario(options.scenario ?? { turns: [] }),
    folder: options.folder,
    settings: { ...options.settings, 'workbench.colorTheme': themes[options.theme ?? 'dark'] },
    env: options.env,
    serverEnv: { HOME: home },
    trust: options.trust ?? 'all',
    keepsSessionsOfLostPages: options.keepsSessionsOfLostPages,
    paceMs: 0,
  });
  const context = await newContext().catch(async error => {
    await stage.stop();
    throw error;
  });
  const close = async () => {
    await context.close();
    await stage.stop();
  };
  try {
    const read = (place: string): Record<string, unknown> =>
      JSON.parse(readFileSync(join(stage.dataDir, place, 'settings.json'), 'utf8'));
    // Read before there is a page, and kept here: the workbench writes these files too.
    const settings = { User: read('User'), Machine: read('Machine') };
    const newPage = async (): Promise<Page> => {
      const page = await context.newPage();
      if (options.locale !== undefined) await page.addInitScript(speak, options.locale);
      await page.goto(stage.url);
      return page;
    };
    const page = await newPage();
    const titleIn = (it: Page): Locator => it.locator('.sidebar .composite.title', { hasText: 'Latch' });
    const title = titleIn(page);
    // The helper extension shows Latch once the workbench has started; its title bar is there from then on.
    await title.waitFor({ timeout: 60_000 });
    let changes = 0;
    const workbench: OpenedWorkbench = {
      page,
      url: stage.url,
      workspace: stage.workspace,
      home,
      storage,
      latch: latchIn(page),
      requests: () => stage.model?.requests ?? [],
      lastRequest: () => stage.model?.requests.findLast(({ speaker }) => speaker !== 'helper'),
      records: () => recordsIn(join(storage, 'journal')),
      screenshot: async name => {
        const path = join(resultsDir, 'screenshots', `${name}.png`);
        await page.screenshot({ path });
        return path;
      },
      setSidebarWidth: pixels => setSidebarWidth(page, pixels),
      settings: () => settings.Machine,
      set: async changed => {
        changes += 1;
        // The title of the page is a setting too: it shows when the new ones count.
        const named = `Settings ${changes}`;
        for (const place of ['User', 'Machine'] as const) {
          settings[place] = { ...settings[place], ...changed, 'window.title': named };
          const file = join(stage.dataDir, place, 'settings.json');
          writeFileSync(`${file}.new`, JSON.stringify(settings[place]));
          renameSync(`${file}.new`, file);
        }
        await page.waitForFunction(wanted => document.title === wanted, named);
      },
      restart: async () => {
        await stage.restart();
        await page.goto(stage.url);
        // The helper extension does its work once for a profile.
        await page.getByRole('tab', { name: /^Latch/ }).click({ timeout: 60_000 });
        await title.waitFor();
      },
      another: async () => {
        const other = await newPage();
        await other.getByRole('tab', { name: /^Latch/ }).click({ timeout: 60_000 });
        await titleIn(other).waitFor();
        return {
          ...workbench,
          page: other,
          latch: latchIn(other),
          screenshot: async name => {
            const path = join(resultsDir, 'screenshots', `${name}.png`);
            await other.screenshot({ path });
            return path;
          },
          setSidebarWidth: pixels => setSidebarWidth(other, pixels),
        };
      },
      close,
    };
    if (options.width !== undefined) await workbench.setSidebarWidth(options.width);
    return workbench;
  } catch (error) {
    await close();
    throw error;
  }
}

function latchIn(page: Page): FrameLocator {
  return (
    page
      // The workbench names the purpose of a webview only the first time that it is shown.
      .frameLocator('iframe.webview[src*="extensionId=latch.latch"]:not([src*="purpose=webviewPanel"])')
      .first()
      .frameLocator('iframe#active-frame')
  );
}

function recordsIn(folder: string): readonly JournalRecord[] {
  if (!existsSync(folder)) return [];
  const journals = readdirSync(folder).filter(name => name.endsWith('.jsonl'));
  return journals.flatMap(name => readLoosely(readFileSync(join(folder, name), 'utf8')).map(line => line.record));
}

/** Runs in the page before the workbench: it takes the language from a global that its language bundle would set. */
function speak(language: string): void {
  Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => language, set: () => {} });
}

async function setSidebarWidth(page: Page, pixels: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('The sidebar is not visible, so it cannot be made wider.');
  const edge = { x: box.x + box.width, y: box.y + box.height / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + pixels - box.width, edge.y, { steps: 5 });
  await page.mouse.up();
  // Away from the edge, which shines while the mouse is on it.
  await page.mouse.move(edge.x + pixels, 1);
}
