import { Told } from '../core/texts/told';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SessionJournal } from '../core/journal/restored';
import type { Session } from './session';
import { makeSession } from './makeSession';
import { catchUpIn, endEach, isElsewhere, type OpenSession } from './openSession';
import type { LetGo } from '../core/session/letGo';
import type { SessionOptions } from './options';
import type { ForkPoint } from './fork';
import type { ClaudeSession, ClaudeSessions } from '../stores/claudeSessions';
import { startedRecord } from './agentOf';
import { asBefore, comingBack, titleIn } from './comingBack';
import { listenerOf, tellWaiting } from './sessionListeners';
import type { SessionsOptions } from './sessionsOptions';
import { type Retention, saidIn } from '../stores/journalFolder';
import type { JournalEntry } from '../stores/journalIndex';
import type { Holder } from '../stores/lease';
import type { LeftOpen } from '../stores/leftOpen';
import type { LiveState } from '../stores/liveStates';
import { holdJournal, holdPast } from './heldJournal';
import { isJournal } from '../stores/journalParts';
import { CalledOff, unlessCalledOff } from '../stores/waiting';
import { say } from '../core/texts/sentence';

/** What came of opening a session. */
interface Opened {
  readonly session?: OpenSession;
  /** Somebody uses it in another window. */
  readonly isUsed?: boolean;
  /** Another window has it, and there is no way to it. */
  readonly isHeld?: boolean;
}

type AddOptions = Pick<SessionOptions, 'past'> & {
  readonly toFront?: boolean;
  readonly agent?: string;
};

const againMs = 400;

/** The sessions of this window. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, OpenSession>();
  /** Those that are being opened: nobody opens one twice. */
  readonly #opening = new Map<string, Promise<Opened>>();
  readonly #leftOpen: LeftOpen;
  readonly #handOverMs: number;
  #ended = false;
  #activeId: string | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#handOverMs = options.handOverMs ?? 30_000;
    this.#leftOpen = options.journals.leftOpenIn(options.cwd());
  }

  get all(): readonly OpenSession[] {
    return asBefore([...this.#sessions.values()], this.#leftOpen.before);
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
   * Forgets what is not to be kept any longer, and opens the session that was in front here, unless somebody uses it in
   * another window; the others that were open come behind it, or without it. One that was closed a moment ago is given
   * time to let go. Who begins a session meanwhile stays in it.
   */
  async restoreLast(retention: Retention, now: number): Promise<OpenSession | undefined> {
    const { journals, cwd } = this.#options;
    const kept = saidIn(await journals.prune(retention, now), cwd()).filter(entry => !entry.newer);
    const left = await this.#leftOpen.read();
    const [front, ...behind] = comingBack(kept, left, now).filter(id => !this.#sessions.has(id));
    if (front === undefined) return undefined;
    const others = this.#sessions.size === 0 ? behind : [];
    const coming = unlessCalledOff(this.#openInTime(front, 'ifAway', () => this.#sessions.size === 0));
    const comeBehind = (): void => others.forEach(id => void this.#leftOpen.whileComing([id], this.#comesBehind(id)));
    const restored = await this.#leftOpen.whileComing([front, ...others], coming).finally(comeBehind);
    if (restored?.isHeld) this.#options.onHeld?.(titleIn(kept, front), () => this.#comesBehind(front));
    return restored?.session;
  }

  /** Whether it is here now. */
  async #comesBehind(id: string): Promise<boolean> {
    const { session } = await this.#openInTime(id, 'ifAway', () => !this.#ended).catch((): Opened => ({}));
    if (session) this.#options.listener.onCameOver?.(id);
    return session !== undefined;
  }

  /** Opens a session that a tab of this window shows, behind the one in front; undefined where it is not there. */
  async reopen(sessionId: string): Promise<OpenSession | undefined> {
    if (!this.get(sessionId) && !(await isJournal(this.#options.journals.fileOf(sessionId)))) return undefined;
    return (await unlessCalledOff(this.#openInTime(sessionId, 'ifUnseen', () => !this.#ended)))?.session;
  }

  /** The window that had it a moment ago is given time to let go. */
  async #openInTime(id: string, when: LetGo, isWanted: () => boolean): Promise<Opened> {
    let opened: Opened = {};
    for (let waited = 0; waited < this.#handOverMs && isWanted(); waited += againMs) {
      opened = await this.#opened(id, when, { toFront: false });
      if (opened.session || opened.isUsed) return opened;
      await pause(againMs);
    }
    return isWanted() ? opened : {};
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
        if (known) tellWaiting(this.#options.listener, known, session);
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
    if (!address || !reach) return { isHeld: true };
    const session = await reach(
      address,
      { id, journal: journals.fileOf(id) },
      { ...listenerOf(this.#options, id), onOver: () => void this.#comesOver(id) },
    );
    if (!session) return { isHeld: true };
    const { left, away } = await session.letGo(when).catch(() => ({ left: false, away: undefined }));
    // A window that ended while it was asked has it no longer.
    const isFree = left || session.isOver;
    if (!isFree && (away || (away === false && when !== 'ifAway'))) {
      this.#put(session, how);
      tellWaiting(this.#options.listener, session, session);
      return { session };
    }
    session.leave();
    if (isFree) return this.#open(id, when, how);
    return away === undefined ? { isHeld: true } : { isUsed: true };
  }

  /** The window in which it ran has ended or let go: it goes on here, from what is recorded. */
  async #comesOver(sessionId: string): Promise<void> {
    const before = this.#sessions.get(sessionId);
    const isStill = (): boolean => !this.#ended && before !== undefined && this.#sessions.get(sessionId) === before;
    for (let waited = 0; waited < this.#handOverMs && isStill(); waited += againMs) {
      const opening = this.#opened(sessionId, 'ifAway', { toFront: false });
      // Who called off reading it does not want it here.
      if (
        await opening.then(
          () => false,
          error => error instanceof CalledOff,
        )
      )
        break;
      if (isStill()) await pause(againMs);
    }
    if (isStill()) this.#remove(sessionId);
    this.#options.listener.onCameOver?.(sessionId);
  }

  /** A new session that begins with all that was said in this one. */
  async fork(from: OpenSession, point?: ForkPoint): Promise<OpenSession> {
    const { forkOf } = await import('./fork');
    const fork = await forkOf(await from.savedJournal(), from.view.title, point);
    if (!fork) throw new Told(say('This session cannot be read from its journal.'));
    const sessionId = randomUUID();
    const journal = await this.#newJournal(sessionId);
    for (const record of fork.records(sessionId)) journal.note(record);
    return this.#add(sessionId, fork.past.cwd, journal, { past: fork.past });
  }

  /** A conversation that was held elsewhere can be opened like any other from now on. */
  async adopt(found: ClaudeSession, claude: Pick<ClaudeSessions, 'said'>): Promise<void> {
    return (await import('./adopt')).adopt(this.#options, found, claude);
  }

  activate(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#activeId = sessionId;
    this.#tellOpen();
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
    if (session && isElsewhere(session)) tellWaiting(this.#options.listener, session, undefined);
    if (this.#activeId === sessionId) this.#activeId = this.all.at(-1)?.id;
    this.#tellOpen();
    this.#options.listener.onEnded?.(sessionId);
  }

  async endAll(): Promise<void> {
    this.#ended = true;
    await endEach(this.all, this.#options.log);
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

  /** What opens by itself does not take the place of what a person sees. */
  #put(session: OpenSession, { toFront }: { readonly toFront: boolean }): void {
    this.#sessions.set(session.id, session);
    if (toFront || this.active === undefined) this.#activeId = session.id;
    this.#tellOpen();
  }

  #tellOpen(): void {
    catchUpIn(this.active);
    const open = this.all.filter(session => !isElsewhere(session)).map(({ id }) => id);
    this.#leftOpen.tell({ front: this.#activeId, open });
  }
}
