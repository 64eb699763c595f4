import { RecentNames } from '../../core/base/recentNames';
import { callKey } from '../../core/call/call';
import type { Card } from '../../core/card/card';
import type { JsonObject } from '../../core/base/json';
import type { Session } from '../../session/session';
import type { CardFiles } from '../chat/cardFiles';
import type { Diffs } from '../chat/diffs';
import type { OpenViews } from '../webview/openViews';

interface CardFlowParts {
  readonly files: Pick<CardFiles, 'follow' | 'decorate'>;
  readonly diffs: Pick<Diffs, 'follow' | 'decorate' | 'open' | 'discard'>;
  readonly views: Pick<OpenViews, 'send'>;
  readonly sessions: { readonly get: (sessionId: string) => Pick<Session, 'card'> | undefined };
  /** Those who keep something of a card for later, before anybody sees it. */
  readonly notes: readonly { readonly note: (card: Card) => void }[];
}

/** What happens when a card changes: it gets what belongs to it, and every page sees it. */
export class CardFlow {
  readonly #parts: CardFlowParts;
  /** The calls that the pages were told of. */
  readonly #shown = new RecentNames();

  constructor(parts: CardFlowParts) {
    this.#parts = parts;
  }

  /** A call was proposed, or is another one now. */
  changed(card: Card): void {
    for (const it of this.#parts.notes) it.note(card);
    this.#parts.files.follow(card);
    this.#send(card);
  }

  /** Something beside the call has changed: its file, or what the person wrote for it. */
  again({ sessionId, toolCallId }: Card): void {
    const card = this.#parts.sessions.get(sessionId)?.card(toolCallId);
    if (card) this.#send(card);
  }

  /** With its file as it is on disk, and with what the person wrote for it in the diff view. */
  decorated(card: Card): Card {
    return this.#parts.diffs.decorate(this.#parts.files.decorate(card));
  }

  /** Shows its change in the editor's diff view; `input` is what the card shows where it is not what was proposed. */
  openDiff(card: Card, input?: JsonObject): Promise<void> {
    return this.#parts.diffs.open(this.decorated(card), input);
  }

  discardEdit(card: Card): void {
    this.#parts.diffs.discard(this.decorated(card));
  }

  #send(card: Card): void {
    const { sessionId } = card;
    const key = callKey(sessionId, card.toolCallId);
    const content = this.decorated(card);
    this.#parts.diffs.follow(content);
    this.#parts.views.send({ type: this.#shown.has(key) ? 'card' : 'confirmation_request', sessionId, content });
    this.#shown.add(key);
  }
}
