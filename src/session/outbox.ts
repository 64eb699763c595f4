import type { Log } from '../core/base/log';
import type { Sentence } from '../core/texts/sentence';
import { sentenceOf } from '../core/texts/told';
import type { AgentEvent } from '../core/call/events';
import type { Content, Message } from '../core/message/message';
import {
  added,
  contentOf,
  emptyQueue,
  goingOn,
  heldUntil,
  holding,
  moved,
  put,
  type Queue,
  type QueueChange,
  type QueueView,
  messagesThat,
  takeable,
  viewOf,
  without,
} from '../core/message/queue';

/** Where a queue outlives its window. */
export interface KeptQueue {
  load(): Promise<readonly Message[]>;
  save(messages: readonly Message[]): Promise<void>;
}

interface OutboxParts {
  readonly newId: () => string;
  /** Whether a turn runs, or is about to. */
  readonly isBusy: () => boolean;
  /** What is to be sent of it once a person has answered what it mentions; undefined: it is not to be sent. */
  readonly vet: (message: Message) => Message | Promise<Message | undefined>;
  /** Begins a turn with it. */
  readonly begin: (message: Message) => Promise<void>;
  /** Those with which a turn was to begin, and that no agent was given. */
  readonly unsent: () => readonly Message[];
  /** Gives it to the agent in the turn that runs. */
  readonly give: (message: Message) => Promise<void>;
  /** The agent has begun with one that was given to it. */
  readonly begun: (message: Message) => void;
  /** Takes back one that was given; false: the agent has begun with it. */
  readonly takeBack: (id: string) => Promise<boolean>;
  /** What was asked about a message is not asked any more. */
  readonly withdraw: () => void;
  /** No turn begins with the message that was about to. */
  readonly withheld: () => void;
  /** Calls back at this time of the wall clock; what it returns calls that off. */
  readonly at: (time: number, then: () => void) => () => void;
  readonly onChange: () => void;
  readonly kept?: KeptQueue;
  /** What was kept cannot be read. */
  readonly unread: (why: Sentence) => void;
  readonly log: Log;
}

/**
 * The messages of a person on their way to the agent. They wait here and not at the agent, which would begin with them after
 * a stop, and forget them with its process: it is given one at a time, or what a person wants it to have at once.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  #queue: Queue = emptyQueue;
  #saved: Promise<void> = Promise.resolve();
  #isOver = false;
  #isToldEmpty = true;
  #isKeptEmpty = true;
  #isBeginning = false;
  #notAnyMore = (): void => {};

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    // Nothing is written over before it was read.
    if (!parts.kept) return;
    this.#saved = parts.kept
      .load()
      .then(messages => this.#change(holding(messages.reduce(added, this.#queue), 'restored')))
      .catch((error: unknown) => parts.unread(sentenceOf(error)));
  }

  /** Whether a person is asked about a message that is about to begin a turn: none runs then. */
  get isBeginning(): boolean {
    return this.#isBeginning;
  }

  get view(): QueueView | undefined {
    return viewOf(this.#queue);
  }

  /** Sends a message, or lets it wait for the turn that runs. */
  async post(content: Content): Promise<void> {
    const message = { id: this.#parts.newId(), ...content };
    const waits = this.#parts.isBusy() || messagesThat(this.#queue, 'asks').length > 0;
    this.#queue = added(this.#queue, message);
    if (!waits) return this.#begin(message);
    // Whoever writes on wants what was written before to go out too.
    this.#change(goingOn(this.#queue));
  }

  /** Returns what a person takes out of the queue. */
  async change(change: QueueChange): Promise<readonly Content[]> {
    switch (change.type) {
      case 'take': {
        await this.#takeBack(change.id);
        const taken = takeable(this.#queue, change.id);
        const left = without(
          this.#queue,
          taken.map(({ id }) => id),
        );
        this.#change(change.id === undefined || left.all.length === 0 ? goingOn(left) : left);
        return taken.map(contentOf);
      }
      case 'move':
        this.#change(moved(this.#queue, change.id, change.by));
        return [];
      case 'now':
        await this.#now(change.id);
        return [];
      case 'goOn':
        this.#change(goingOn(this.#queue));
        await this.next();
        return [];
      case 'later':
        this.#later(change.text, change.at);
        return [];
      default:
        return change satisfies never;
    }
  }

  /** The turn is over: the next message begins another one, unless the agent does so with one that it was given. */
  async next(): Promise<void> {
    const [first] = messagesThat(this.#queue, 'waits');
    const isHeld = this.#queue.held !== undefined || messagesThat(this.#queue, 'given').length > 0;
    if (first && !isHeld && !this.#parts.isBusy() && !this.#isOver) await this.#begin(first);
  }

  async turnEnded({ ok, interrupted }: AgentEvent & { type: 'turnEnded' }): Promise<void> {
    if (ok && !interrupted) await this.next();
    else await this.hold(interrupted ? 'stopped' : 'failed');
  }

  /** Nothing goes out by itself any more, and what the agent has not begun with comes back. */
  async hold(why: 'stopped' | 'failed'): Promise<void> {
    this.#change(holding(this.#queue, why));
    this.#parts.withdraw();
    await this.#takeBack();
  }

  /** The agent is gone, and with it what it was given. */
  lost(): void {
    this.#change(holding(this.#waiting(), 'failed'));
  }

  /** The agent says what it begins with. */
  begun({ id }: AgentEvent & { type: 'begun' }): void {
    const message = messagesThat(this.#queue, 'given').find(it => it.id === id);
    if (!message) return;
    this.#parts.begun(message);
    this.#change(without(this.#queue, [id]));
  }

  /** What is left is kept for the window that goes on with the session. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#notAnyMore();
    const { all } = this.#waiting();
    this.#change({ all: [...this.#parts.unsent().reduce(added, emptyQueue).all, ...all] });
    await this.#saved;
  }

  /** When a limit is over, for example. Whoever lets the queue go on before, or clears it, has called that off. */
  #later(text: string, at: number): void {
    this.#change(heldUntil(this.#queue, { id: this.#parts.newId(), text }, at));
    this.#notAnyMore();
    this.#notAnyMore = this.#parts.at(at, () => {
      if (this.#queue.until !== at) return;
      this.change({ type: 'goOn' }).catch((error: unknown) => this.#parts.log.error(`later: ${String(error)}`));
    });
  }

  #waiting(): Queue {
    return messagesThat(this.#queue, 'given').reduce((queue, { id }) => put(queue, id, 'waits'), this.#queue);
  }

  async #begin(message: Message): Promise<void> {
    let vetted: Message | undefined;
    // Whoever is asked about it is asked at once.
    this.#isBeginning = true;
    try {
      const vetting = this.#vetted(message);
      vetted = 'then' in vetting ? await vetting : vetting;
    } finally {
      this.#isBeginning = false;
    }
    if (!vetted) {
      this.#parts.withheld();
      return;
    }
    await this.#beginWith(vetted);
  }

  /** It is kept until an agent was given it, which may take as long as one takes to start. */
  async #beginWith(message: Message): Promise<void> {
    const begun = this.#parts.begin(message);
    this.#change(without(this.#queue, [message.id]));
    await begun;
  }

  async #now(id: string): Promise<void> {
    const message = messagesThat(this.#queue, 'waits').find(it => it.id === id);
    if (!message) return;
    if (!this.#parts.isBusy()) return this.#begin(message);
    const vetted = await this.#vetted(message);
    if (!vetted) return;
    if (!this.#parts.isBusy()) return this.#beginWith(vetted);
    this.#queue = {
      ...this.#queue,
      all: this.#queue.all.map(it => (it.message.id === id ? { message: vetted, standing: 'given' } : it)),
    };
    this.#changed();
    try {
      await this.#parts.give(vetted);
    } catch (error) {
      this.#change(put(this.#queue, id, 'waits'));
      throw error;
    }
  }

  /** What mentions nothing that has to be asked about is sent in the same moment. */
  #vetted(message: Message): Message | Promise<Message | undefined> {
    const vetted = this.#parts.vet(message);
    return 'then' in vetted ? this.#answered(message, vetted) : vetted;
  }

  async #answered({ id }: Message, vetted: Promise<Message | undefined>): Promise<Message | undefined> {
    this.#change(put(this.#queue, id, 'asks'));
    const answered = await vetted.finally(() => this.#change(put(this.#queue, id, 'waits')));
    return this.#isOver ? undefined : answered;
  }

  async #takeBack(only?: string): Promise<void> {
    const given = messagesThat(this.#queue, 'given').filter(({ id }) => only === undefined || only === id);
    // All at once: an answer that stops the turn must not overtake any of them.
    await Promise.all(
      given.map(async ({ id }) => {
        if (await this.#parts.takeBack(id)) this.#change(put(this.#queue, id, 'waits'));
      }),
    );
  }

  #change(queue: Queue): void {
    this.#queue = queue.all.length === 0 ? emptyQueue : queue;
    this.#changed();
  }

  #changed(): void {
    this.keep();
    const isEmpty = this.#queue.all.length === 0;
    if (isEmpty && this.#isToldEmpty) return;
    this.#isToldEmpty = isEmpty;
    this.#parts.onChange();
  }

  /** Writes down what no agent was given by now: a window may be gone without a word. */
  keep(): void {
    const { kept, log, unsent } = this.#parts;
    const waiting = this.#queue.all.map(({ message }) => message);
    const messages = [...unsent().filter(({ id }) => waiting.every(it => it.id !== id)), ...waiting];
    if (!kept || (messages.length === 0 && this.#isKeptEmpty)) return;
    this.#isKeptEmpty = messages.length === 0;
    this.#saved = this.#saved
      .then(() => kept.save(messages))
      .catch((error: unknown) => log.error(`the queue could not be kept: ${String(error)}`));
  }
}
