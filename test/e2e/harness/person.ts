// What a person does in the workbench, in the words of the tests.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { chatOf } from './chat';
import type { OpenedWorkbench } from './workbench';

/** A call that the scripted model makes. */
export interface Call {
  readonly tool: string;
  readonly id: string;
  readonly input: object;
}

export function question(id: string): Call {
  const options = [
    { label: 'Red', description: 'Warm' },
    { label: 'Blue', description: 'Cold' },
  ];
  const questions = [{ question: 'Which colour?', header: 'Colour', multiSelect: false, options }];
  return { tool: 'AskUserQuestion', id, input: { questions } };
}

export function bash(id: string, command: string): Call {
  return { tool: 'Bash', id, input: { command, description: command } };
}

export class Person {
  readonly #workbench: () => OpenedWorkbench;

  constructor(workbench: () => OpenedWorkbench) {
    this.#workbench = workbench;
  }

  send(text: string): Promise<void> {
    return chatOf(this.#workbench()).send(text);
  }

  /** A text of the conversation. */
  async reads(text: string): Promise<void> {
    await this.#workbench().latch.getByText(text, { exact: true }).last().waitFor();
  }

  card(id: string): Locator {
    return this.#workbench().latch.locator(`article[data-testid="card"][data-call-id="${id}"][data-state="waiting"]`);
  }

  /** The call in the transcript, or its card. */
  call(id: string): Locator {
    return this.#workbench().latch.locator(`[data-testid="card"][data-call-id="${id}"]`).first();
  }

  /** Presses a button of a card that waits. */
  async decide(id: string, name: string): Promise<void> {
    await this.card(id).waitFor();
    await chatOf(this.#workbench()).press(id, name);
  }

  has(name: string): boolean {
    return existsSync(join(this.#workbench().workspace, name));
  }

  /** Runs a command of the editor by its name in the palette. */
  async run(command: string): Promise<void> {
    const { page } = this.#workbench();
    // Out of the webview: it keeps keys that are pressed in it.
    await page
      .locator('.part.titlebar, .part.activitybar')
      .first()
      .click({ position: { x: 1, y: 1 } });
    await page.keyboard.press('F1');
    await this.input.fill(`>${command}`);
    await this.choose(command);
  }

  /**
   * Begins a session, and waits until it is the one in front. That it says "Ready" is not enough: so does the one before
   * it, and a window in which there is none yet.
   */
  async newSession(): Promise<void> {
    const { latch } = this.#workbench();
    // The one in front has a model, and each other one a dot.
    const sessions = latch
      .getByTitle(/^Model: /)
      .or(latch.getByRole('navigation', { name: 'Other sessions' }).getByRole('button'));
    const before = await sessions.count();
    await this.run('Latch: New Session');
    await sessions.nth(before).waitFor();
    await latch.getByRole('status').getByText('Ready').waitFor();
  }

  get input(): Locator {
    return this.#workbench().page.locator('.quick-input-widget input[type="text"]');
  }

  /** A line of the list that is open. */
  option(name: string | RegExp): Locator {
    return this.#workbench().page.locator('.quick-input-list').getByRole('option', { name }).first();
  }

  /** A line with a box of its own, of a list from which several can be chosen. */
  box(name: string | RegExp): Locator {
    return this.#workbench().page.locator('.quick-input-list').getByRole('checkbox', { name }).first();
  }

  async choose(name: string | RegExp): Promise<void> {
    await this.option(name).click();
  }

  async answer(text: string): Promise<void> {
    await this.input.fill(text);
    await this.#workbench().page.keyboard.press('Enter');
  }

  /** Opens the rules panel. */
  async openPanel(): Promise<Frame> {
    await this.run('Latch: Manage Trust Rules');
    return this.panel();
  }

  /** The page of the rules panel: a webview does not say from outside what it is for, least of all after a reload. */
  async panel(): Promise<Frame> {
    let panel: Frame | undefined;
    const find = async (): Promise<boolean> => {
      for (const frame of this.#workbench().page.frames()) {
        // A frame that goes away while it is asked is not the one.
        const found = await frame
          .locator('.rules-app')
          .count()
          .catch(() => 0);
        if (found > 0) panel = frame;
      }
      return panel !== undefined;
    };
    await expect.poll(find, { timeout: 60_000 }).toBe(true);
    if (panel === undefined) throw new Error('The rules panel is not there.');
    return panel;
  }
}
