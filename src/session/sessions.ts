import { Told } from '../core/texts/told';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../core/base/clock';
import type { Card } from '../core/card/card';
import type { GateMode, Mediation } from '../core/gate/state';
import type { Journal, JournalLine, JournalRecord } from '../core/journal/journal';
import type { Sealing } from '../core/journal/seal';
import { History } from '../core/journal/history';
import { restoredSession } from '../core/journal/restored';
import type { Judge } from '../core/call/judgement';
import type { RepositoryChoice } from '../core/session/repository';
import type { SessionView } from '../core/session/view';
import type { PermissionMode } from '../core/call/mode';
import type { TranscriptChange } from '../core/transcript/items';
import { nodeClock } from './nodeClock';
import { Session } from './session';
import type { SessionOptions } from './options';
import type { Log } from '../core/base/log';
import { JournalFile } from '../stores/journalFile';
import { type JournalFolder, type Retention, saidIn } from '../stores/journalFolder';
import type { JournalEntry } from '../stores/journalIndex';
import { claimLease } from '../stores/lease';
import { followJournal } from '../stores/readJournal';
import { isJournal } from '../stores/journalParts';
import { sha256 } from '../stores/sha256';
import { say } from '../core/texts/sentence';

interface SessionsOptions {
  readonly journals: JournalFolder;
  /** With what the record of a session is sealed, where there is something. */
  readonly sealing?: (sessionId: string) => Sealing;
  readonly workspace: readonly string[];
  readonly cwd: () => string;
  readonly gate: () => GateMode;
  readonly mediation: () => Mediation;
  readonly timeLimit: (kind: Card['kind']) => number;
  readonly claudePath: () => string;
  readonly environment: () => Readonly<Record<string, string>>;
  readonly fromRepository: () => Promise<RepositoryChoice>;
  readonly mode?: () => PermissionMode | undefined;
  readonly judge: Judge;
  /** The clock of the process, where nothing else is given. */
  readonly clock?: Clock;
  readonly log: Log;
  readonly listener: SessionsListener;
}

export interface SessionsListener {
  onCard(sessionId: string, card: Card): void;
  onTranscript(sessionId: string, changes: readonly TranscriptChange[]): void;
  onView(view: SessionView): void;
  onNewConversation?(sessionId: string): void;
  onEnded?(sessionId: string): void;
}

/** How long the window that was closed a moment ago may take to let go of its session. */
const handOverMs = 30_000;
const againMs = 400;
/** A session that ended longer ago than this is history, and not where the person left off. */
const recentMs = 12 * 3600_000;

/** The sessions of this window. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  #activeId: string | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get active(): Session | undefined {
    return this.#activeId === undefined ? undefined : this.#sessions.get(this.#activeId);
  }

  get(sessionId: string): Session | undefined {
    return this.#sessions.get(sessionId);
  }

  /** A new conversation, which becomes the active one. */
  async create(): Promise<Session> {
    const sessionId = randomUUID();
    const cwd = this.#options.cwd();
    const journal = await this.#journal(sessionId);
    if (!journal) throw new Told(say('The journal of a new session is locked.'));
    journal.note({ type: 'session_started', sessionId, cliSessionId: sessionId, cwd, title: '' });
    return this.#add(sessionId, cwd, journal);
  }

  /** Sessions of this folder that have a journal, last used first, without those that are open here. */
  async past(): Promise<readonly JournalEntry[]> {
    const entries = await this.#options.journals.sessionsIn(this.#options.cwd());
    return entries.filter(entry => !this.#sessions.has(entry.sessionId));
  }

  /**
   * Forgets what is not to be kept any longer, and opens the session that was used here last. A window that was closed a
   * moment ago may still have it, and is given time to let go.
   */
  async restoreLast(retention: Retention, now: number): Promise<Session | undefined> {
    const { journals, cwd } = this.#options;
    const left = await journals.prune(retention, now);
    const last = saidIn(left, cwd()).find(entry => !this.#sessions.has(entry.sessionId));
    if (!last || now - last.changedAt > recentMs) return undefined;
    for (let waited = 0; waited < handOverMs && this.#sessions.size === 0; waited += againMs) {
      const session = await this.open(last.sessionId);
      if (session) return session;
      await pause(againMs);
    }
    return undefined;
  }

  /** Opens an earlier session as it was; undefined while another window has it. */
  async open(sessionId: string): Promise<Session | undefined> {
    const known = this.#sessions.get(sessionId);
    if (known) {
      this.activate(sessionId);
      return known;
    }
    if (!(await isJournal(this.#options.journals.fileOf(sessionId)))) return undefined;
    const history = new History();
    const journal = await this.#journal(sessionId, line => history.apply(line));
    if (!journal) return undefined;
    try {
      const past = restoredSession(history);
      if (past) return this.#add(sessionId, past.cwd, journal, { past });
    } catch (error) {
      await journal.close();
      throw error;
    }
    await journal.close();
    return undefined;
  }

  /** A new session that begins with all that was said in this one. */
  async fork(from: Session): Promise<Session> {
    const history = new History();
    const said: JournalRecord[] = [];
    await followJournal(await from.savedJournal(), line => {
      if (!line) return;
      history.apply(line);
      if (line.record.type === 'user_message' || line.record.type === 'agent_message') said.push(line.record);
    });
    const past = restoredSession(history);
    if (!past) throw new Told(say('This session cannot be read from its journal.'));
    const sessionId = randomUUID();
    const journal = await this.#journal(sessionId);
    if (!journal) throw new Told(say('The journal of a new session is locked.'));
    const title = `${past.title} (fork)`;
    journal.note({ type: 'session_started', sessionId, cliSessionId: past.cliSessionId, cwd: past.cwd, title });
    for (const record of said) journal.note(record);
    return this.#add(sessionId, past.cwd, journal, { past: { ...past, title }, fork: true });
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
    this.#sessions.delete(sessionId);
    if (this.#activeId === sessionId) this.#activeId = this.all.at(-1)?.id;
    this.#options.listener.onEnded?.(sessionId);
  }

  async endAll(): Promise<void> {
    await Promise.all(this.all.map(session => session.end()));
  }

  async #journal(sessionId: string, take?: (line: JournalLine) => void): Promise<Journal | undefined> {
    const { journals, log } = this.#options;
    const path = journals.fileOf(sessionId);
    const sealing = this.#options.sealing?.(sessionId);
    await mkdir(journals.path, { recursive: true, mode: 0o700 });
    const claim = await claimLease(journals.leaseOf(path));
    if (!claim.ok) return undefined;
    const { lease } = claim;
    try {
      const { journal, broken } = await JournalFile.open(path, take, {
        isOurs: () => lease.held(),
        ...(sealing ? { sealing } : {}),
      });
      if (broken !== undefined) log.warn(`journal ${path}: ${broken.text}`);
      if (claim.stale) await journal.beginPart();
      return {
        path,
        append: records => journal.append(records),
        note: record => journal.note(record),
        close: async () => {
          try {
            await journal.close();
          } finally {
            await lease.release();
          }
        },
      };
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  #add(sessionId: string, cwd: string, journal: Journal, more: Pick<SessionOptions, 'past' | 'fork'> = {}): Session {
    const { listener, log, judge, workspace, claudePath, environment, fromRepository, mode, timeLimit, clock } =
      this.#options;
    const session = new Session({
      sessionId,
      cwd,
      gate: this.#options.gate(),
      mediation: this.#options.mediation(),
      timeLimit,
      journal,
      judge,
      clock: clock ?? nodeClock,
      sha256,
      claudePath,
      environment,
      workspace,
      fromRepository,
      ...(mode ? { mode } : {}),
      newId: randomUUID,
      ...userOfSystem(),
      log,
      listener: {
        onCard: card => listener.onCard(sessionId, card),
        onTranscript: changes => listener.onTranscript(sessionId, changes),
        onView: view => listener.onView(view),
        onNewConversation: () => listener.onNewConversation?.(sessionId),
      },
      ...more,
    });
    this.#sessions.set(sessionId, session);
    this.#activeId = sessionId;
    return session;
  }
}

/** Not every system has a name for whoever is there. */
function userOfSystem(): Pick<SessionOptions, 'user'> {
  try {
    return { user: userInfo().username };
  } catch {
    return {};
  }
}
