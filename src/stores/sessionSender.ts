import type { RecordDetail } from '../core/journal/told';
import type { Sentence } from '../core/texts/sentence';
import type { Sent, SentFile } from './sentFile';
import type { RecordEnd, TeamRecord } from './teamRecord';
import { before, type Behind, UnsentLines } from './unsentLines';

export interface SendingOptions {
  readonly record: TeamRecord;
  /** Names the record. */
  readonly place: string;
  readonly detail: RecordDetail;
  /** Lines from before begin no record. */
  readonly since: string;
  /** Nothing more is sent. */
  readonly signal: AbortSignal;
  /** The record has lost lines that it had acknowledged; it gets them again. */
  readonly onLost: (from: number, to: number) => void;
}

/** Sends the journal of one session, in its order and each line once, however often it is begun anew. */
export class SessionSender {
  readonly #session: string;
  readonly #sent: SentFile;
  readonly #options: SendingOptions;
  readonly #unsent: UnsentLines;
  /** The record has said how far it goes. */
  #isFound = false;
  /** The record had nothing of it. */
  #isNew = false;
  /** The line with which it began, where that is known. */
  #first: number | undefined;

  constructor(session: string, journal: string, sent: SentFile, options: SendingOptions) {
    this.#session = session;
    this.#sent = sent;
    this.#options = options;
    this.#unsent = new UnsentLines(journal, options.since);
  }

  /** Sends all that is there. What it says is why it never can; it throws where the record is away. */
  async send(): Promise<Sentence | undefined> {
    while (!this.#options.signal.aborted) {
      const wrong = await this.#find();
      const next = wrong ?? (await this.#unsent.next(this.#options.detail));
      if ('template' in next) return next;
      const [first, last] = [next.lines[0], next.lines.at(-1)];
      if (!first || !last) return undefined;
      const end = await this.#options.record.append(this.#session, next.lines);
      if (!end || end.number < first.number) throw new Error('the record took none of the lines that follow');
      // Somebody else may have sent the same, and more, or something that does not go with this.
      const isTaken = end.number === last.number && end.hash === last.hash;
      if (this.#isNew) this.#first ??= first.number;
      if (isTaken && next.behind) await this.#note(end, next.behind);
      else this.#isFound = false;
    }
    return undefined;
  }

  /** What waits, as far as can be told without the record. */
  async waiting(): Promise<{ readonly lines: number; readonly since: string | undefined }> {
    if (!this.#isFound) {
      const sent = await this.#sentBefore();
      if (sent) this.#unsent.goOn(sent.end, sent.behind);
      else await this.#unsent.find(undefined);
    }
    return this.#unsent.waiting();
  }

  async #find(): Promise<Sentence | undefined> {
    if (this.#isFound) return undefined;
    const { record, onLost } = this.#options;
    const sent = await this.#sentBefore();
    const end = await record.append(this.#session, []);
    const [has, had] = [end?.number ?? 0, sent?.end.number ?? 0];
    if (has < had) onLost(has + 1, had);
    this.#first = has === 0 ? undefined : sent?.first;
    this.#isNew = has === 0;
    const wrong = await this.#unsent.find(end, sent && before(sent.behind, sent.bytes));
    this.#isFound = this.#unsent.isPlaced;
    return wrong;
  }

  /** Where the record was when it was last heard of, if only by another process. */
  async #sentBefore(): Promise<Sent | undefined> {
    const sent = await this.#sent.load();
    return sent?.to === this.#options.place ? sent : undefined;
  }

  async #note(end: RecordEnd, { place, bytes }: Behind): Promise<void> {
    this.#unsent.goOn(end, place);
    const first = this.#first === undefined ? {} : { first: this.#first };
    await this.#sent.save({ to: this.#options.place, ...first, end, behind: place, bytes });
  }
}
