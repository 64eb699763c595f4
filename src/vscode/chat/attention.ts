import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { RecentNames } from '../../core/base/recentNames';
import { shownPath } from '../../core/base/shownPath';
import { callKey } from '../../core/call/call';
import type { Card } from '../../core/card/card';
import { callWords } from '../../core/card/callWords';
import { batchKey } from '../../core/transcript/page';
import type { SessionStatus } from '../../core/session/view';
import * as config from '../config';
import { sound } from '../sound';
import { sentence } from '../sentences';
import type { PaintWatch } from './paintWatch';

export interface AttentionOptions {
  /** Whether a page with the chat is on screen. */
  readonly isVisible: () => boolean;
  /** Brings the chat to the front, at the card. */
  readonly review: () => Promise<void>;
  /** How many cards wait for a person now. */
  readonly onWaiting: (count: number) => void;
  readonly ring: () => void;
  /** Who asks for it, by name. */
  readonly agentOf: (card: Card) => string;
  readonly paint: Pick<PaintWatch, 'appeared' | 'changed' | 'gone'>;
}

/** Questions that come together are told together. */
const gatherMs = 700;

/** How a person learns that something waits: the badge, the status bar, one notification when nothing of it can be seen. */
export class Attention {
  readonly #options: AttentionOptions;
  readonly #waiting = new Map<string, Card>();
  readonly #item = vscode.window.createStatusBarItem('latch.status', vscode.StatusBarAlignment.Left, 10);
  #gathering: NodeJS.Timeout | undefined;
  /** Batches of which a sound has told, and whether there is one of which it has not. */
  readonly #heard = new RecentNames();
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
      if (before?.revision === card.revision) this.#options.paint.changed(card);
      else this.#appeared(card);
    } else {
      this.#waiting.delete(key);
      this.#options.paint.gone(card);
    }
    if (this.#waiting.size === 0) this.#notified = false;
    this.#options.onWaiting(this.#waiting.size);
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    this.#item.dispose();
  }

  #appeared(card: Card): void {
    this.#options.paint.appeared(card);
    const batch = batchKey(card);
    if (!this.#heard.has(batch)) this.#unheard = true;
    this.#heard.add(batch);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#ring();
      void this.#notify();
    }, gatherMs);
  }

  get #inSight(): boolean {
    return this.#options.isVisible() && vscode.window.state.focused;
  }

  /** One sound for what came together, and none for a call that came back. */
  #ring(): void {
    const wanted = sound();
    const unheard = this.#unheard && this.#waiting.size > 0;
    this.#unheard = false;
    if (unheard && (wanted === 'always' || (wanted === 'whenHidden' && !this.#inSight))) this.#options.ring();
  }

  /** One notification for all that waits, and none while the chat is in sight. It never decides anything itself. */
  async #notify(): Promise<void> {
    if (this.#notified || this.#inSight || this.#waiting.size === 0 || config.notifications() === 'never') return;
    this.#notified = true;
    const review = vscode.l10n.t('Review');
    const text = this.#wantedText([...this.#waiting.values()]);
    if ((await vscode.window.showInformationMessage(text, review)) === review) await this.#options.review();
    this.#notified = false;
  }

  /** What waits, by the first of it. The text of an agent is a plain text here, and never Markdown. */
  #wantedText([first, ...more]: readonly Card[]): string {
    if (!first) return '';
    const words = callWords(first, path => shownPath(path, first.cwd, homedir()));
    const wants = sentence(words.wants(this.#options.agentOf(first)));
    return more.length === 0 ? wants : vscode.l10n.t('{0} (and {1} more)', wants, more.length);
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
