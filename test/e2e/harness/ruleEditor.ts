// A person in front of a file of rules: where the cursor goes, and what the editor offers there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { appears, succeeds } from './appears';
import { chooseFromPalette, paletteInput } from './palette';
import { takeFix } from './quickFix';

export class RuleEditor {
  readonly #page: Page;
  /** What was in the file before a fix that is not known to be saved. */
  #beforeFix: string | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  get area(): Locator {
    return this.#page.locator('.monaco-editor[data-uri]').first();
  }

  line(text: string): Locator {
    return this.area.locator('.view-line', { hasText: text }).first();
  }

  get hover(): Locator {
    return this.#page.locator('.monaco-hover');
  }

  async open(file: string): Promise<void> {
    await chooseFromPalette(this.#page, file, /\.json/);
    await this.#page
      .locator(`.monaco-editor[data-uri$="${encodeURI(file)}"]`)
      .first()
      .waitFor();
  }

  /** Puts the cursor on the line of a text, and returns what is in the file. */
  async goTo(text: string, file: string): Promise<string> {
    const page = this.#page;
    await page.keyboard.press('Control+s');
    let saved = '';
    let found = 0;
    // A tab that is being saved looks saved, and its file may be empty for a moment: the file says when it is there.
    const at = (): number => {
      saved = readFileSync(file, 'utf8');
      const isThere = saved !== this.#beforeFix && saved.trimEnd().endsWith('}');
      found = isThere ? saved.split('\n').findIndex(it => it.includes(text)) + 1 : 0;
      return found;
    };
    await expect.poll(at, { message: text }).toBeGreaterThan(0);
    this.#beforeFix = undefined;
    const number = this.area.locator('.line-numbers.active-line-number').getByText(String(found), { exact: true });
    const isThere = async (): Promise<boolean> => {
      await page.keyboard.press('Control+g');
      if (!(await succeeds(paletteInput(page).fill(`:${found}:1`, { timeout: 5000 })))) return false;
      await page.keyboard.press('Enter');
      return appears(number.first(), 3000);
    };
    // The palette closes where an editor that comes up takes the focus: then once more, as a person does.
    await expect.poll(isThere, { timeout: 60_000, message: text }).toBe(true);
    await this.line(text).waitFor();
    return saved;
  }

  /** From anywhere on a line back from its end. */
  async fromEnd(characters: number): Promise<void> {
    await this.#page.keyboard.press('End');
    for (let left = 0; left < characters; left++) await this.#page.keyboard.press('ArrowLeft');
  }

  /** Chooses a fix on the line of a text, as a person does with Ctrl+. */
  async fix(text: string, title: string, file: string, fromEnd = 4): Promise<void> {
    const before = await this.goTo(text, file);
    await this.fromEnd(fromEnd);
    await takeFix(this.#page, title);
    this.#beforeFix = before;
  }

  /** Whether a text that is typed at the cursor leads to an offer. The text is taken away again. */
  async offers(typed: string, label: string, detail?: string): Promise<void> {
    const { keyboard } = this.#page;
    await keyboard.type(typed);
    await keyboard.press('Control+Space');
    const row = this.#page.locator('.suggest-widget .monaco-list-row', { hasText: label });
    await row
      .filter({ hasText: detail ?? label })
      .first()
      .waitFor();
    await keyboard.press('Escape');
    for (let left = 0; left < typed.length; left++) await keyboard.press('Backspace');
  }

  /** Puts the pointer on a text, and waits for what is said of it. */
  async says(on: string, ...texts: readonly string[]): Promise<void> {
    const isSaid = async (): Promise<boolean> => {
      // It says the same for as long as the pointer stays.
      await this.#page.mouse.move(0, 0);
      await this.line(on).getByText(on).first().hover();
      const said = await Promise.all(texts.map(text => appears(this.hover.getByText(text).first(), 5000)));
      return said.every(Boolean);
    };
    // Lines move under the pointer when a server tells of what stands above them.
    await expect.poll(isSaid, { timeout: 60_000 }).toBe(true);
  }
}

/** The process that checks files of rules for the workbench of a home; undefined where there is none beside those. */
export function rulesServerOf(home: string, beside: ReadonlySet<number> = new Set()): number | undefined {
  const textOf = (pid: number, name: string): string => {
    try {
      return readFileSync(join('/proc', String(pid), name), 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && !beside.has(pid) && textOf(pid, 'cmdline').includes('rulesServer.js'))
    .find(pid => textOf(pid, 'environ').includes(`HOME=${home}\0`));
}
