import type { Log } from '../core/base/log';
import type { RecordDetail } from '../core/journal/told';
import type { RecordStatus } from '../core/ruleAdmin/team';
import type { Sentence } from '../core/texts/sentence';
import { sentenceOf } from '../core/texts/told';
import type { JournalFolder } from './journalFolder';
import type { JournalEntry } from './journalIndex';
import { type SendingOptions, SessionSender } from './sessionSender';
import type { TeamRecord } from './teamRecord';

export interface SenderOptions {
  readonly journals: JournalFolder;
  readonly record: TeamRecord;
  /** Names the record, without anything that is secret. */
  readonly place: string;
  readonly detail: RecordDetail;
  readonly log: Log;
  /** Something else is to be said of it. */
  readonly onChange: () => void;
}

const [firstAgainMs, lastAgainMs] = [1000, 60_000];

/** Files are stamped by a clock that ticks some milliseconds late. Which lines count is told by their own times. */
const stampsLagMs = 1000;

/**
 * Sends what sessions have written to the record of a team: behind them, from the disk, a session after the other. The
 * journals are all it needs: what a record does not have yet is sent by whoever comes next, also after a crash.
 */
export class RecordSender {
  readonly #options: SenderOptions;
  readonly #sessions = new Map<string, SessionSender>();
  /** Those of which something may not have been sent. */
  readonly #waiting = new Set<string>();
  /** Those that do not go with what the record has. */
  readonly #conflicts = new Set<string>();
  readonly #closing = new AbortController();
  readonly #work: Promise<void>;
  readonly #began = new Date().toISOString();
  #status: RecordStatus;
  #wake: () => void = () => {};
  /** Those who want to know when all was tried that was there when they asked. */
  #tried: (() => void)[] = [];

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#status = { detail: options.detail, waiting: 0, conflicts: 0 };
    this.#work = this.#run();
  }

  get status(): RecordStatus {
    return this.#status;
  }

  /** A session has written something. Nothing is done before whoever calls has gone on. */
  written(session: string): void {
    if (this.#conflicts.has(session)) return;
    this.#waiting.add(session);
    // While nothing can be sent, it is tried in its time, however much is written.
    if (!this.#status.why) this.#wake();
  }

  /** The record may be there again. */
  again(): void {
    if (this.#waiting.size > 0) this.#wake();
  }

  /** Once all was sent that is there now, or could not be. */
  tried(): Promise<void> {
    return new Promise(resolve => {
      this.#tried.push(resolve);
      this.#wake();
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#work;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let isListed = false;
    for (let failed = 0; !signal.aborted; ) {
      const asked = this.#tried.splice(0);
      try {
        if (!isListed) await this.#listLeft();
        isListed = true;
        await this.#sendAll();
        failed = 0;
      } catch (error) {
        failed += 1;
        await this.#stopped(sentenceOf(error));
      }
      for (const done of asked) done();
      if (this.#tried.length === 0) await this.#pause(failed);
    }
    for (const done of this.#tried) done();
  }

  /** Until something was written; after a failure until it is time to try again, or the record was heard of. */
  #pause(failed: number): Promise<void> {
    if (this.#closing.signal.aborted || (failed === 0 && this.#waiting.size > 0)) return Promise.resolve();
    const ms = Math.min(firstAgainMs * 2 ** (failed - 1), lastAgainMs) * (0.5 + Math.random());
    return new Promise(resolve => {
      const timer = failed > 0 ? setTimeout(resolve, ms).unref() : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Sessions that went on while nobody could send what they wrote: of this window, of one that is gone, or of another one. */
  async #listLeft(): Promise<void> {
    const { journals, place } = this.#options;
    const since = Date.parse(await this.#since()) - stampsLagMs;
    for (const entry of await journals.list()) {
      if (entry.changedAt < since) continue;
      const file = journals.sentOf(entry.sessionId);
      const sent = await file.load();
      const isSent = sent?.to === place && isAtEnd(entry, sent.behind) && entry.changedAt <= (await file.writtenAt());
      if (!isSent) this.#waiting.add(entry.sessionId);
    }
  }

  /** One that cannot be sent keeps no other one waiting. */
  async #sendAll(): Promise<void> {
    const failures: unknown[] = [];
    const sessions = [...this.#waiting];
    // Before they are read: what is written from here on is for the next time.
    this.#waiting.clear();
    for (const session of sessions) {
      if (this.#closing.signal.aborted) return;
      try {
        const wrong = await (await this.#senderOf(session)).send();
        if (wrong) this.#conflict(session, wrong);
      } catch (error) {
        this.#waiting.add(session);
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    const { why, since: _, ...goesOn } = this.#status;
    if (!why) return;
    this.#options.log.info(`The record of the team at ${this.#options.place} goes on.`);
    this.#is({ ...goesOn, waiting: 0 });
  }

  #conflict(session: string, why: Sentence): void {
    this.#conflicts.add(session);
    this.#options.log.warn(
      `The session ${session} is not recorded any more at ${this.#options.place}, for it does not go with what is there: ${why.text}`,
    );
    this.#is({ ...this.#status, conflicts: this.#conflicts.size });
  }

  async #stopped(why: Sentence): Promise<void> {
    const { log, place } = this.#options;
    if (!this.#status.why) log.warn(`The record of the team at ${place} waits: ${why.text}`);
    let [waiting, first]: [number, string | undefined] = [0, undefined];
    for (const session of this.#waiting) {
      const { lines, since } = await this.#waitingOf(session);
      waiting += lines;
      if (since !== undefined && (first === undefined || since < first)) first = since;
    }
    this.#is({ ...this.#status, why, waiting, ...(first === undefined ? {} : { since: Date.parse(first) }) });
  }

  #is(status: RecordStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    this.#options.onChange();
  }

  /** What cannot be read now may be read the next time. */
  async #waitingOf(session: string): ReturnType<SessionSender['waiting']> {
    try {
      return await (await this.#senderOf(session)).waiting();
    } catch {
      return { lines: 0, since: undefined };
    }
  }

  async #senderOf(session: string): Promise<SessionSender> {
    const sender = this.#sessions.get(session) ?? this.#begun(session, await this.#since());
    this.#sessions.set(session, sender);
    return sender;
  }

  #begun(session: string, since: string): SessionSender {
    const { journals, record, place, detail, log } = this.#options;
    const onLost: SendingOptions['onLost'] = (from, to) =>
      log.warn(
        `The record of the team at ${place} has lost the lines ${from} to ${to} of the session ${session}. They are sent again.`,
      );
    return new SessionSender(session, journals.fileOf(session), journals.sentOf(session), {
      record,
      place,
      detail,
      since,
      signal: this.#closing.signal,
      onLost,
    });
  }

  #since(): Promise<string> {
    return this.#options.journals.recordedSince.of(this.#options.place, this.#began);
  }
}

/** Nothing stands behind this place. */
function isAtEnd({ parts }: JournalEntry, { part, byte }: { readonly part: number; readonly byte: number }): boolean {
  return part === parts.length - 1 && byte === parts[part]?.size;
}
