// What a person does in the workbench, in the words of the tests.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { chatOf } from './chat';
import { paletteInput, paletteOption, runCommand } from './palette';
import { rulesPanelIn } from './rulesPanel';
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
    await runCommand(this.#workbench().page, command);
  }

  /**
   * Begins a session, and waits until it is the one in front. That it says "Ready" is not enough: so does the one before
   * it, and a window in which there is none yet. Nor that there is one more: those of before a reload come one by one.
   */
  async newSession(): Promise<void> {
    const { latch } = this.#workbench();
    const inFront = (): Promise<string | null> => latch.locator('.header').getAttribute('data-session-id');
    const before = await inFront();
    await this.run('Latch: New Session');
    await expect.poll(inFront, { timeout: 30_000 }).not.toBe(before);
    await latch.getByRole('status').getByText('Ready').waitFor();
  }

  get input(): Locator {
    return paletteInput(this.#workbench().page);
  }

  /** A line of the list that is open. */
  option(name: string | RegExp): Locator {
    return paletteOption(this.#workbench().page, name);
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

  panel(): Promise<Frame> {
    return rulesPanelIn(this.#workbench().page);
  }
}
