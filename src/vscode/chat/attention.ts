import * as vscode from 'vscode';
import { callKey } from '../../core/call/call';
import type { Card } from '../../core/card/card';
import { dialogPayload, paintedWithinMs } from '../../core/card/dialog';
import { namedHidden } from '../../core/change/hidden';
import { batchKey } from '../../core/transcript/page';
import type { Confirmed, ConfirmParams } from '../../core/card/confirm';
import type { SessionStatus } from '../../core/session/view';
import * as config from '../config';
import { sentence } from '../sentences';

export interface AttentionOptions {
  /** Whether a page with the chat is on screen. */
  readonly isVisible: () => boolean;
  /** Brings the chat to the front, at the card. */
  readonly review: () => Promise<void>;
  readonly badge: (waiting: number) => void;
  readonly ring: () => void;
  readonly confirm: (params: ConfirmParams) => Confirmed | undefined;
  readonly log: vscode.LogOutputChannel;
}

/** Questions that come together are told together. */
const gatherMs = 700;
/** An answer that comes sooner was not meant for the dialog. */
const graceMs = 500;

/** How a person learns that something waits: the badge, the status bar, one notification when nothing of it can be seen. */
export class Attention {
  readonly #options: AttentionOptions;
  readonly #waiting = new Map<string, Card>();
  /** Cards that no page has drawn yet, each with its timer while a page is on screen. */
  readonly #unseen = new Map<string, NodeJS.Timeout | undefined>();
  readonly #item = vscode.window.createStatusBarItem('latch.status', vscode.StatusBarAlignment.Left, 10);
  #gathering: NodeJS.Timeout | undefined;
  /** Batches of which a sound has told, and whether there is one of which it has not. */
  readonly #heard = new Set<string>();
  #unheard = false;
  #notified = false;

  constructor(options: AttentionOptions) {
    this.#options = options;
    this.#item.name = 'Latch';
    this.#item.command = 'latch.review';
    this.session(undefined);
  }

  /** What the status bar says of the active session. */
  session(status: SessionStatus | undefined): void {
    const count = this.#waiting.size;
    const state = count > 0 ? vscode.l10n.t('{0} waiting', count) : stateText(status);
    this.#item.text = `$(${count > 0 ? 'bell-dot' : 'lock'}) Latch${state === '' ? '' : `: ${state}`}`;
    this.#item.tooltip =
      count > 0 ? vscode.l10n.t('{0} waiting for your decision', count) : vscode.l10n.t('Open the chat');
    this.#item.backgroundColor = count > 0 ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }

  card(card: Card): void {
    const key = callKey(card.sessionId, card.toolCallId);
    const before = this.#waiting.get(key);
    if (card.state === 'waiting') {
      this.#waiting.set(key, card);
      if (before?.revision !== card.revision) this.#appeared(key, card);
    } else {
      this.#waiting.delete(key);
      this.#seen(key);
    }
    if (this.#waiting.size === 0) this.#notified = false;
    this.#options.badge(this.#waiting.size);
    void vscode.commands.executeCommand('setContext', 'latch.waiting', this.#waiting.size > 0);
  }

  /** A page came on screen, and has to show now what it could not show before. */
  shown(): void {
    for (const [key, card] of this.#waiting) this.#watch(key, card);
  }

  painted(sessionId: string, toolCallId: string, revision: number): void {
    const key = callKey(sessionId, toolCallId);
    if (this.#waiting.get(key)?.revision === revision) this.#seen(key);
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    for (const timer of this.#unseen.values()) clearTimeout(timer);
    this.#item.dispose();
  }

  #appeared(key: string, card: Card): void {
    const batch = batchKey(card);
    if (!this.#heard.has(batch)) this.#unheard = true;
    this.#heard.add(batch);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#ring();
      void this.#notify();
    }, gatherMs);
    clearTimeout(this.#unseen.get(key));
    this.#unseen.set(key, undefined);
    this.#watch(key, card);
  }

  #watch(key: string, card: Card): void {
    if (!this.#options.isVisible() || !this.#unseen.has(key) || this.#unseen.get(key)) return;
    this.#unseen.set(
      key,
      setTimeout(() => void this.#askInDialog(key, card), paintedWithinMs(card)),
    );
  }

  #seen(key: string): void {
    clearTimeout(this.#unseen.get(key));
    this.#unseen.delete(key);
  }

  get #inSight(): boolean {
    return this.#options.isVisible() && vscode.window.state.focused;
  }

  /** One sound for what came together, and none for a call that came back. */
  #ring(): void {
    const wanted = config.sound();
    const unheard = this.#unheard && this.#waiting.size > 0;
    this.#unheard = false;
    if (unheard && (wanted === 'always' || (wanted === 'whenHidden' && !this.#inSight))) this.#options.ring();
  }

  /** One notification for all that waits, and none while the chat is in sight. It never decides anything itself. */
  async #notify(): Promise<void> {
    if (this.#notified || this.#inSight || this.#waiting.size === 0 || config.notifications() === 'never') return;
    this.#notified = true;
    const review = vscode.l10n.t('Review');
    const text =
      this.#waiting.size === 1
        ? vscode.l10n.t('Claude asks for your decision.')
        : vscode.l10n.t('Claude asks for {0} decisions.', this.#waiting.size);
    if ((await vscode.window.showInformationMessage(text, review)) === review) await this.#options.review();
    this.#notified = false;
  }

  /** What was pressed while the dialog was only just coming up was meant for something else. */
  async #choose(card: Card, allow: string): Promise<string | undefined> {
    const payload = dialogPayload(card);
    const deny = vscode.l10n.t('Deny');
    const detail =
      payload ??
      vscode.l10n.t('This call is too long or too serious for a dialog. Reload the window to see it in the chat.');
    for (;;) {
      const shownAt = Date.now();
      // The first button is the one that Enter presses.
      const chosen = await vscode.window.showWarningMessage(
        vscode.l10n.t('Claude wants to use {0}', namedHidden(card.tool)),
        { modal: true, detail },
        ...(payload === undefined ? [deny] : [deny, allow]),
      );
      if (chosen === undefined || Date.now() - shownAt >= graceMs) return chosen;
    }
  }

  /** The page is there and shows nothing: the person gets the whole call in a dialog of the editor instead. */
  async #askInDialog(key: string, card: Card): Promise<void> {
    this.#unseen.set(key, undefined);
    if (this.#waiting.get(key)?.revision !== card.revision || !this.#options.isVisible()) return;
    this.#seen(key);
    this.#options.log.warn(`card ${card.toolCallId} was not painted within ${paintedWithinMs(card)} ms`);
    const allow = vscode.l10n.t('Allow once');
    const chosen = await this.#choose(card, allow);
    if (chosen === undefined) return;
    const { sessionId, toolCallId, revision } = card;
    const confirmed = this.#options.confirm({ sessionId, toolCallId, revision, confirmed: chosen === allow });
    if (confirmed?.ok === false) await vscode.window.showErrorMessage(sentence(confirmed.reason));
  }
}

function stateText(status: SessionStatus | undefined): string {
  switch (status?.state) {
    case 'starting':
      return vscode.l10n.t('starting');
    case 'running':
    case 'waiting_permission':
      return vscode.l10n.t('working');
    case 'failed':
      return vscode.l10n.t('not running');
    case 'new':
    case 'idle':
    case 'ended':
    case undefined:
      return '';
    default:
      return status satisfies never;
  }
}
