import * as vscode from 'vscode';
import { callKey } from '../../core/call/call';
import type { Card } from '../../core/card/card';
import { dialogPayload, paintedWithinMs } from '../../core/card/dialog';
import type { Confirmed, ConfirmParams } from '../../core/card/confirm';
import { namedHidden } from '../../core/change/hidden';
import type { Log } from '../../core/base/log';
import { sentence } from '../sentences';

export interface PaintWatchOptions {
  /** Whether a page with the chat is on screen. */
  readonly isVisible: () => boolean;
  readonly confirm: (params: ConfirmParams) => Confirmed | Promise<Confirmed> | undefined;
  /** Who asks for it, by name. */
  readonly agentOf: (card: Card) => string;
  readonly log: Log;
}

/** A card that no page has drawn yet. */
interface Unseen {
  card: Card;
  /** Runs while a page is on screen. */
  timer: NodeJS.Timeout | undefined;
}

/** An answer that comes sooner was not meant for the dialog. */
const graceMs = 500;

/** Where a page is there and does not draw a card, the person gets the whole call in a dialog of the editor instead. */
export class PaintWatch implements vscode.Disposable {
  readonly #options: PaintWatchOptions;
  readonly #unseen = new Map<string, Unseen>();

  constructor(options: PaintWatchOptions) {
    this.#options = options;
  }

  /** A card began to wait, or asks for something else. */
  appeared(card: Card): void {
    this.gone(card);
    const unseen = { card, timer: undefined };
    this.#unseen.set(keyOf(card), unseen);
    this.#watch(unseen);
  }

  /** A card that waits on has changed in what does not matter to its answer. */
  changed(card: Card): void {
    const unseen = this.#unseen.get(keyOf(card));
    if (unseen) unseen.card = card;
  }

  /** A card waits no more. */
  gone(card: Card): void {
    const key = keyOf(card);
    clearTimeout(this.#unseen.get(key)?.timer);
    this.#unseen.delete(key);
  }

  /** A page came on screen, and has to show now what it could not show before. */
  shown(): void {
    for (const unseen of this.#unseen.values()) this.#watch(unseen);
  }

  painted(sessionId: string, toolCallId: string, revision: number): void {
    const unseen = this.#unseen.get(callKey(sessionId, toolCallId));
    if (unseen?.card.revision === revision) this.gone(unseen.card);
  }

  dispose(): void {
    for (const { timer } of this.#unseen.values()) clearTimeout(timer);
  }

  #watch(unseen: Unseen): void {
    if (!this.#options.isVisible() || unseen.timer) return;
    unseen.timer = setTimeout(() => {
      unseen.timer = undefined;
      if (this.#options.isVisible()) void this.#askInDialog(unseen.card);
    }, paintedWithinMs(unseen.card));
  }

  async #askInDialog(card: Card): Promise<void> {
    this.gone(card);
    this.#options.log.warn(`card ${card.toolCallId} was not painted within ${paintedWithinMs(card)} ms`);
    const allow = vscode.l10n.t('Allow once');
    const chosen = await choose(card, this.#options.agentOf(card), allow);
    if (chosen === undefined) return;
    const { sessionId, toolCallId, revision } = card;
    const confirmed = await this.#options.confirm({ sessionId, toolCallId, revision, confirmed: chosen === allow });
    if (confirmed?.ok === false) await vscode.window.showErrorMessage(sentence(confirmed.reason));
  }
}

/** What was pressed while the dialog was only just coming up was meant for something else. */
async function choose(card: Card, agent: string, allow: string): Promise<string | undefined> {
  const payload = dialogPayload(card);
  const deny = vscode.l10n.t('Deny');
  const detail =
    payload ??
    vscode.l10n.t('This call is too long or too serious for a dialog. Reload the window to see it in the chat.');
  for (;;) {
    const shownAt = Date.now();
    // The first button is the one that Enter presses.
    const chosen = await vscode.window.showWarningMessage(
      vscode.l10n.t('{0} wants to use {1}', agent, namedHidden(card.tool)),
      { modal: true, detail },
      ...(payload === undefined ? [deny] : [deny, allow]),
    );
    if (chosen === undefined || Date.now() - shownAt >= graceMs) return chosen;
  }
}

function keyOf(card: Card): string {
  return callKey(card.sessionId, card.toolCallId);
}
