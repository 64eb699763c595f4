import { Told } from '../core/texts/told';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attachment } from '../core/message/message';
import type { SessionJournal } from '../core/journal/restored';
import type { Session } from './session';
import { makeSession } from './makeSession';
import { isElsewhere, type OpenSession } from './openSession';
import type { LetGo } from '../core/session/letGo';
import type { SessionOptions } from './options';
import { type ForkPoint, forkOf } from './fork';
import { adopt } from './adopt';
import type { ClaudeSession, ClaudeSessions } from '../stores/claudeSessions';
import { startedRecord } from './agentOf';
import { listenerOf } from './sessionListeners';
import type { SessionsOptions } from './sessionsOptions';
import { type Retention, saidIn } from '../stores/journalFolder';
import type { JournalEntry } from '../stores/journalIndex';
import type { Holder } from '../stores/lease';
import type { LiveState } from '../stores/liveStates';
import { holdJournal, holdPast } from './heldJournal';
import { isJournal } from '../stores/journalParts';
import { say } from '../core/texts/sentence';

/** What came of opening a session. */
interface Opened {
  readonly session?: OpenSession;
  /** Somebody uses it in another window. */
  readonly isUsed?: boolean;
}

type AddOptions = Pick<SessionOptions, 'past' | 'fork' | 'forkAt'> & {
  readonly toFront?: boolean;
  readonly agent?: string;
};

/** How long the window that was closed a moment ago may take to let go of its session. */
const handOverMs = 30_000;
const againMs = 400;
/** How long a message waits for its session to come over, which takes a moment where nobody is in the way. */
const comesWithinMs = 5000;
const soonMs = 50;
/** A session that ended longer ago than this is history, and not where the person left off. */
const recentMs = 12 * 3600_000;

/** The sessions of this window. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, OpenSession>();
  /** Those that are being opened: nobody opens one twice. */
  readonly #opening = new Map<string, Promise<Opened>>();
  #ended = false;
  #activeId: string | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get all(): readonly OpenSession[] {
    return [...this.#sessions.values()];
  }

  get active(): OpenSession | undefined {
    return this.#activeId === undefined ? undefined : this.#sessions.get(this.#activeId);
  }

  get(sessionId: string): OpenSession | undefined {
    return this.#sessions.get(sessionId);
  }

  /** A new conversation, which becomes the active one. */
  async create(agent?: string): Promise<Session> {
    const sessionId = randomUUID();
    const cwd = this.#options.cwd();
    const journal = await this.#newJournal(sessionId);
    journal.note(startedRecord({ sessionId, cliSessionId: sessionId, cwd, title: '', agentName: agent }));
    return this.#add(sessionId, cwd, journal, agent === undefined ? {} : { agent });
  }

  /** Sessions of this folder that have a journal, last used first, without those that are open here. */
  async past(): Promise<readonly JournalEntry[]> {
    const entries = await this.#options.journals.sessionsIn(this.#options.cwd());
    return entries.filter(entry => !this.#sessions.has(entry.sessionId));
  }

  /** What those of other windows are doing that are not shown here. */
  async elsewhere(): Promise<ReadonlyMap<string, LiveState>> {
    const all = await this.#options.journals.live.all();
    return new Map([...all].filter(([sessionId]) => !this.#sessions.has(sessionId)));
  }

  /**
   * Forgets what is not to be kept any longer, and opens the session that was used here last, unless somebody uses it in
   * another window. One that was closed a moment ago is given time to let go. Who begins a session meanwhile stays in it.
   */
  async restoreLast(retention: Retention, now: number): Promise<OpenSession | undefined> {
    const { journals, cwd } = this.#options;
    const left = await journals.prune(retention, now);
    const last = saidIn(left, cwd()).find(entry => !entry.newer && !this.#sessions.has(entry.sessionId));
    if (!last || now - last.changedAt > recentMs) return undefined;
    return this.#openInTime(last.sessionId, 'ifAway', () => this.#sessions.size === 0);
  }

  /** Opens a session that a tab of this window shows, behind the one in front; undefined where it is not there. */
  async reopen(sessionId: string): Promise<OpenSession | undefined> {
    if (this.get(sessionId) || (await isJournal(this.#options.journals.fileOf(sessionId))))
      return this.#openInTime(sessionId, 'ifUnseen', () => !this.#ended);
    return undefined;
  }

  /** The window that had it a moment ago is given time to let go. */
  async #openInTime(id: string, when: LetGo, isWanted: () => boolean): Promise<OpenSession | undefined> {
    for (let waited = 0; waited < handOverMs && isWanted(); waited += againMs) {
      const { session, isUsed } = await this.#opened(id, when, { toFront: false });
      if (session || isUsed) return session;
      await pause(againMs);
    }
    return undefined;
  }

  /**
   * Opens an earlier session as it was. One that another window has comes over if that window lets go of it, and is shown
   * from there if not; undefined where there is no way to that window.
   */
  async open(sessionId: string, when: LetGo = 'ifUnseen'): Promise<OpenSession | undefined> {
    const { session } = await this.#opened(sessionId, when, { toFront: true });
    if (session) this.activate(sessionId);
    return session;
  }

  #opened(sessionId: string, when: LetGo, how: { readonly toFront: boolean }): Promise<Opened> {
    const opening = this.#opening.get(sessionId) ?? this.#open(sessionId, when, how);
    this.#opening.set(sessionId, opening);
    return opening.finally(() => this.#opening.delete(sessionId));
  }

  async #open(sessionId: string, when: LetGo, how: { readonly toFront: boolean }): Promise<Opened> {
    const known = this.#sessions.get(sessionId);
    if (known && isElsewhere(known)) {
      if (when !== 'now' && !known.isOver) return { session: known };
      if (when === 'now') await known.letGo(when);
      known.leave();
    } else if (known) return { session: known };
    if (!(await isJournal(this.#options.journals.fileOf(sessionId)))) return {};
    const held = await holdPast(this.#options, sessionId);
    if (!held.ok) return this.#openElsewhere(sessionId, held.holder, when, how);
    const { journal, past } = held;
    try {
      if (past) {
        const session = this.#add(sessionId, past.cwd, journal, { ...how, past });
        if (known) this.#tellWaiting(known, session);
        return { session };
      }
    } catch (error) {
      await journal.close();
      throw error;
    }
    await journal.close();
    return {};
  }

  async #openElsewhere(
    id: string,
    { address }: Holder,
    when: LetGo,
    how: { readonly toFront: boolean },
  ): Promise<Opened> {
    const { reach, journals } = this.#options;
    if (!address || !reach) return {};
    const session = await reach(
      address,
      { id, journal: journals.fileOf(id) },
      { ...listenerOf(this.#options, id), onOver: () => void this.#comesOver(id) },
    );
    if (!session) return {};
    const { left, away } = await session.letGo(when).catch(() => ({ left: false, away: true }));
    // A window that ended while it was asked has it no longer.
    const isFree = left || session.isOver;
    if (!isFree && (away || when !== 'ifAway')) {
      this.#put(session, how);
      this.#tellWaiting(session, session);
      return { session };
    }
    session.leave();
    return isFree ? this.#open(id, when, how) : { isUsed: true };
  }

  /** The window in which it ran has ended or let go: it goes on here, from what is recorded. */
  async #comesOver(sessionId: string): Promise<void> {
    const before = this.#sessions.get(sessionId);
    const isStill = (): boolean => !this.#ended && before !== undefined && this.#sessions.get(sessionId) === before;
    for (let waited = 0; waited < handOverMs && isStill(); waited += againMs) {
      await this.#opened(sessionId, 'ifAway', { toFront: false }).catch(() => {});
      if (isStill()) await pause(againMs);
    }
    if (isStill()) this.#remove(sessionId);
    this.#options.listener.onCameOver?.(sessionId);
  }

  /** A message to one that comes over in this very moment goes to what it is then, unless it may have arrived before. */
  async send(session: OpenSession, text: string, attachments: readonly Attachment[] = []): Promise<void> {
    if (!isElsewhere(session)) return session.send(text, attachments);
    try {
      await session.send(text, attachments);
    } catch (error) {
      if (session.mayHaveHappened(error)) throw error;
      for (let waited = 0; waited < comesWithinMs && this.get(session.id) === session; waited += soonMs)
        await pause(soonMs);
      const now = this.get(session.id);
      if (!now || isElsewhere(now)) throw error;
      await now.send(text, attachments);
    }
  }

  /** A new session that begins with all that was said in this one. */
  async fork(from: OpenSession, point?: ForkPoint): Promise<OpenSession> {
    const fork = await forkOf(await from.savedJournal(), from.view.title, point);
    if (!fork) throw new Told(say('This session cannot be read from its journal.'));
    const { past, records, forkAt } = fork;
    const sessionId = randomUUID();
    const journal = await this.#newJournal(sessionId);
    for (const record of records(sessionId)) journal.note(record);
    return this.#add(sessionId, past.cwd, journal, { past, fork: true, ...(forkAt === undefined ? {} : { forkAt }) });
  }

  /** A conversation that was held elsewhere can be opened like any other from now on. */
  adopt(found: ClaudeSession, claude: Pick<ClaudeSessions, 'said'>): Promise<void> {
    return adopt(this.#options, found, claude);
  }

  activate(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#activeId = sessionId;
    this.#options.listener.onView(session.view);
  }

  /** Ends a session and takes it off the list; its journal stays. */
  async end(sessionId: string): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    await session.end();
    this.#remove(sessionId);
  }

  #remove(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    if (session && isElsewhere(session)) this.#tellWaiting(session, undefined);
    if (this.#activeId === sessionId) this.#activeId = this.all.at(-1)?.id;
    this.#options.listener.onEnded?.(sessionId);
  }

  /** Ends those of this window; those of others go on there. */
  async endAll(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.all.map(async session => (isElsewhere(session) ? session.leave() : session.end())));
  }

  async #newJournal(sessionId: string): Promise<SessionJournal> {
    const held = await holdJournal(this.#options, sessionId);
    if (!held.ok) throw new Told(say('The journal of a new session is locked.'));
    return held.journal;
  }

  #add(
    sessionId: string,
    cwd: string,
    journal: SessionJournal,
    { toFront = true, agent, ...more }: AddOptions,
  ): Session {
    const session = makeSession(this.#options, { sessionId, cwd, journal, agent, ...more });
    this.#options.journals.live.tell(sessionId, session.view.status.state);
    this.#put(session, { toFront });
    return session;
  }

  /** What waits in one that is shown from elsewhere is told once more when that changes: as it is now, or lost. */
  #tellWaiting(before: OpenSession, now: OpenSession | undefined): void {
    for (const card of before.cards)
      if (card.state === 'waiting')
        this.#options.listener.onCard(before.id, now?.card(card.toolCallId) ?? { ...card, state: 'lost' });
  }

  /** What opens by itself does not take the place of what a person sees. */
  #put(session: OpenSession, { toFront }: { readonly toFront: boolean }): void {
    this.#sessions.set(session.id, session);
    if (toFront || this.active === undefined) this.#activeId = session.id;
  }
}
