import type { Card } from '../card/card';
import type { TranscriptChange, TranscriptItem } from './items';
import { TranscriptLog } from './log';
import { batchKey, cardsFor, openBatches, pageOf, pageSize, type ReadPage } from './page';

/** A part of a conversation, with the cards of its calls. */
export interface Piece {
  readonly transcript: readonly TranscriptItem[];
  readonly cards: readonly Card[];
  /** What lies before it, where that was not read. */
  readonly earlier?: Earlier;
}

export interface Earlier {
  readonly items: number;
  /** The piece just before. */
  load(): Promise<Piece>;
}

/** A conversation as far as it went at some moment. */
export interface SoFar {
  readonly earlier: Earlier;
  /** Whether all of it can be read again. */
  readonly isKept: () => boolean;
}

/** Up to this item it went at that moment. */
interface Mark {
  readonly last: string;
  readonly soFar: SoFar;
  /** The calls to which something could still happen, so that their record was not complete. */
  readonly open: ReadonlySet<string>;
}

/** Marks lie so many items apart, or as many as there are open calls: each mark looks at all of those. */
const betweenMarks = 50;

/**
 * The end of a conversation, which is all of it that is held: what lies before is forgotten once it can be read again, and
 * read when somebody goes there. A session may go on for weeks.
 */
export class Tail {
  readonly log: TranscriptLog;
  readonly #soFar: () => SoFar | undefined;
  #cards: Map<string, Card>;
  #earlier: Earlier | undefined;
  #marks: readonly Mark[] = [];
  /** How many items are behind the last mark, and how many have to be for the next one. */
  #unmarked = 0;
  #apart = betweenMarks;
  #reading: Promise<unknown> = Promise.resolve();
  /** How many are reading what lies before: until they have it, nothing goes. */
  #readers = 0;

  /** `soFar` tells of what is there when it is called; nothing, where that cannot be read again. */
  constructor(onChange: (change: TranscriptChange) => void, piece: Piece, soFar: () => SoFar | undefined) {
    this.log = new TranscriptLog(change => {
      onChange(change);
      if (change.type === 'put') this.#grown();
    }, piece.transcript);
    this.#cards = new Map(piece.cards.map(card => [card.toolCallId, card]));
    this.#earlier = piece.earlier;
    this.#soFar = soFar;
  }

  get items(): readonly TranscriptItem[] {
    return this.log.items;
  }

  get cards(): readonly Card[] {
    return [...this.#cards.values()];
  }

  card(toolCallId: string): Card | undefined {
    return this.#cards.get(toolCallId);
  }

  /** How many items lie before these. */
  get unread(): number {
    return this.#earlier?.items ?? 0;
  }

  show(card: Card): void {
    this.#cards.set(card.toolCallId, card);
  }

  /** The page of the conversation that ends before this item; as much is read for it as it takes. */
  pageBefore(item: string): Promise<ReadPage> {
    return this.#read(
      () => pageOf(this.items, item).items.length >= pageSize,
      () => {
        const page = pageOf(this.items, item);
        return { ...page, earlier: page.earlier + this.unread, cards: cardsFor(page.items, this.cards) };
      },
    );
  }

  /** The card of a call, also of one that is not held any more. */
  cardOf(toolCallId: string): Promise<Card | undefined> {
    return this.#read(
      () => this.#cards.has(toolCallId),
      () => this.card(toolCallId),
    );
  }

  async #read<T>(isEnough: () => boolean, found: () => T): Promise<T> {
    this.#readers += 1;
    try {
      while (!isEnough() && this.#earlier) {
        this.#reading = this.#reading.catch(() => {}).then(() => (isEnough() ? undefined : this.#readEarlier()));
        await this.#reading;
      }
      return found();
    } finally {
      this.#readers -= 1;
    }
  }

  async #readEarlier(): Promise<void> {
    if (!this.#earlier) return;
    const { transcript, cards, earlier } = await this.#earlier.load();
    this.#earlier = earlier;
    this.log.prepend(transcript);
    this.#cards = new Map([...cards.map(card => [card.toolCallId, card] as const), ...this.#cards]);
  }

  #grown(): void {
    this.#unmarked += 1;
    // A text that is still being written is not on record, and no mark may lie behind it.
    const last = this.#unmarked < this.#apart ? undefined : this.log.settledEnd;
    if (last === undefined) return;
    this.#unmarked = 0;
    const soFar = this.#soFar();
    const open = openCalls(this.cards);
    this.#apart = Math.max(betweenMarks, open.size);
    if (soFar) this.#marks = [...this.#marks, { last, soFar, open }];
    if (this.#readers === 0) this.#forget();
  }

  /** A page of it stays, and whatever something may still happen to. */
  #forget(): void {
    const mark = this.#marks.findLast(({ last, soFar }) => this.log.behind(last) >= pageSize && soFar.isKept());
    if (!mark) return;
    this.#marks = this.#marks.slice(this.#marks.indexOf(mark) + 1);
    this.#earlier = mark.soFar.earlier;
    const open = new Set([...mark.open, ...openCalls(this.cards)]);
    this.log.forget(mark.last, open);
    for (const id of this.#cards.keys()) if (!this.log.holds(id) && !open.has(id)) this.#cards.delete(id);
  }
}

/** The calls to which something may still happen, and those that are decided on together with one that waits. */
function openCalls(cards: readonly Card[]): ReadonlySet<string> {
  const batches = openBatches(cards);
  const isOpen = ({ state }: Card): boolean => state === 'waiting' || state === 'decided' || state === 'running';
  return new Set(cards.filter(card => isOpen(card) || batches.has(batchKey(card))).map(card => card.toolCallId));
}
