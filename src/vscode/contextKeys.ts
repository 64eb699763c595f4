import * as vscode from 'vscode';

/** What the editor knows of a window: whether something waits, a session is shown, one of them trusts everything. */
export const contextKeys = [
  'latch.waiting',
  'latch.session',
  'latch.team',
  'latch.trusting',
  'latch.elsewhere',
] as const;
type ContextKey = (typeof contextKeys)[number];

/** The keys on which it depends whether a command can be chosen. The editor is told only of what changes. */
export class ContextKeys {
  readonly #told = new Map<ContextKey, boolean>();

  set(key: ContextKey, value: boolean): void {
    if (this.#told.get(key) === value) return;
    this.#told.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
