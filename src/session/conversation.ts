import type { AgentEvent } from '../core/call/events';
import type { Card } from '../core/card/card';
import type { TranscriptItem } from '../core/transcript/items';
import type { SessionOptions } from './options';
import type { Log } from '../core/base/log';
import { TranscriptLog } from '../core/transcript/log';

/** A message that no agent has been given yet. */
interface Unsent {
  readonly id: string;
  readonly text: string;
}

type ConversationOptions = Pick<SessionOptions, 'sessionId' | 'journal' | 'past' | 'newId'> & {
  readonly log: Log;
  readonly listener: Pick<SessionOptions['listener'], 'onTranscript'>;
};

/** What is said and asked in one session: shown in the chat, and noted in the journal. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #transcript: TranscriptLog;
  readonly #cards = new Map<string, Card>();
  #unsent: readonly Unsent[] = [];
  #turns = 0;
  #title = '';

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#transcript = new TranscriptLog(change => options.listener.onTranscript([change]));
    this.#restore();
  }

  get title(): string {
    return this.#title;
  }

  get cards(): readonly Card[] {
    return [...this.#cards.values()];
  }

  get transcript(): readonly TranscriptItem[] {
    return this.#transcript.items;
  }

  /** Whether an agent has been told anything that a new one could go on from. */
  get hasTurns(): boolean {
    return this.#turns > 0;
  }

  card(toolCallId: string): Card | undefined {
    return this.#cards.get(toolCallId);
  }

  rename(title: string): void {
    this.#title = title;
    this.#options.journal.note({ type: 'renamed', title });
  }

  /** A message of the person, which waits for an agent to take it. */
  say(text: string): void {
    const id = this.#options.newId();
    this.#title ||= text.slice(0, 80);
    this.#transcript.user(id, text);
    this.#options.journal.note({ type: 'user_message', id, text });
    this.#unsent = [...this.#unsent, { id, text }];
  }

  takeUnsent(): readonly Unsent[] {
    const taken = this.#unsent;
    this.#unsent = [];
    return taken;
  }

  turnBegins(): void {
    this.#turns += 1;
  }

  read(event: AgentEvent): void {
    this.#transcript.handle(event);
    if (event.type === 'text')
      this.#options.journal.note({ type: 'agent_message', id: event.id, kind: event.kind, text: event.text });
  }

  show(card: Card): void {
    this.#cards.set(card.toolCallId, card);
    this.#transcript.call(card.toolCallId);
  }

  stopped(): void {
    this.#transcript.notice('info', 'Stopped.');
  }

  notice(level: 'info' | 'warning' | 'error', text: string): void {
    this.#transcript.notice(level, text);
    this.#options.journal.note({ type: 'notice', level, text });
    this.#options.log[level === 'warning' ? 'warn' : level](text);
  }

  divide(text: string): void {
    this.#transcript.divider(text);
    this.#options.journal.note({ type: 'divider', text });
  }

  /** Shows what was, as it was; the agent is started with the next message. */
  #restore(): void {
    const { past, sessionId } = this.#options;
    if (!past) return;
    for (const item of past.transcript) this.#transcript.put(item);
    for (const card of past.cards) this.#cards.set(card.toolCallId, { ...card, sessionId });
    this.#turns = past.turns;
    this.#title = past.title;
  }
}
