import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/base/clock';
import type { Card } from '../core/card/card';
import type { GateMode, Mediation } from '../core/gate/state';
import type { Journal } from '../core/journal/journal';
import { foldJournal } from '../core/journal/fold';
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
import { type JournalEntry, listJournals, pruneJournals, readJournal, type Retention } from '../stores/journalFolder';
import { lockJournal } from '../stores/journalLock';
import { sha256 } from '../stores/sha256';

export interface SessionsOptions {
  readonly journalFolder: string;
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
    if (!journal) throw new Error('The journal of a new session is locked.');
    journal.note({ type: 'session_started', sessionId, cliSessionId: sessionId, cwd, title: '' });
    return this.#add(sessionId, cwd, journal);
  }

  /** Sessions of this folder that have a journal, last used first, without those that are open here. */
  async past(): Promise<JournalEntry[]> {
    const cwd = this.#options.cwd();
    const entries = await listJournals(this.#options.journalFolder);
    return entries.filter(entry => entry.cwd === cwd && entry.title !== '' && !this.#sessions.has(entry.sessionId));
  }

  /** Opens an earlier session as it was; undefined while another window has it. */
  async open(sessionId: string): Promise<Session | undefined> {
    const known = this.#sessions.get(sessionId);
    if (known) {
      this.activate(sessionId);
      return known;
    }
    const { lines } = await readJournal(this.#pathOf(sessionId));
    const past = foldJournal(lines);
    const journal = past && (await this.#journal(sessionId));
    return past && journal && this.#add(sessionId, past.cwd, journal, { past });
  }

  /** A new session that begins with all that was said in this one. */
  async fork(from: Session): Promise<Session> {
    const { lines } = await readJournal(await from.savedJournal());
    const past = foldJournal(lines);
    if (!past) throw new Error('This session cannot be read from its journal.');
    const sessionId = randomUUID();
    const journal = await this.#journal(sessionId);
    if (!journal) throw new Error('The journal of a new session is locked.');
    const title = `${past.title} (fork)`;
    journal.note({ type: 'session_started', sessionId, cliSessionId: past.cliSessionId, cwd: past.cwd, title });
    for (const { record } of lines)
      if (record.type === 'user_message' || record.type === 'agent_message') journal.note(record);
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
    this.#options.listener.onEnded?.(sessionId);
    if (this.#activeId === sessionId) this.#activeId = this.all.at(-1)?.id;
  }

  async endAll(): Promise<void> {
    await Promise.all(this.all.map(session => session.end()));
  }

  /** Removes journals that are older or more than the settings keep. */
  prune(retention: Retention, now: number): Promise<string[]> {
    return pruneJournals(this.#options.journalFolder, retention, new Set(this.#sessions.keys()), now);
  }

  #pathOf(sessionId: string): string {
    return join(this.#options.journalFolder, `${sessionId}.jsonl`);
  }

  async #journal(sessionId: string): Promise<Journal | undefined> {
    const path = this.#pathOf(sessionId);
    await mkdir(this.#options.journalFolder, { recursive: true, mode: 0o700 });
    const unlock = lockJournal(path);
    if (!unlock) return undefined;
    const { journal, broken } = await JournalFile.open(path);
    if (broken !== undefined) this.#options.log.warn(`journal ${path}: ${broken}`);
    return {
      path,
      append: records => journal.append(records),
      note: record => journal.note(record),
      close: () => journal.close().finally(unlock),
    };
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
