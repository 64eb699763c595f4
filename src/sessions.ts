import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Card } from './core/card';
import type { GateMode, Mediation } from './core/gateState';
import type { Judge } from './core/judge';
import type { LaunchOptions } from './core/launch';
import type { PermissionMode, SessionView } from './core/session';
import type { TranscriptChange } from './core/transcript';
import { nodeClock } from './nodeClock';
import { type Log, Session } from './session';
import { JournalFile, sha256 } from './stores/journalFile';

export interface SessionsOptions {
  readonly journalFolder: string;
  readonly workspace: readonly string[];
  readonly cwd: () => string;
  readonly gate: () => GateMode;
  readonly mediation: () => Mediation;
  readonly timeLimit: (kind: Card['kind']) => number;
  readonly claudePath: () => string;
  readonly environment: () => Readonly<Record<string, string>>;
  readonly settings: () => Promise<LaunchOptions['settings']>;
  readonly mode?: () => PermissionMode | undefined;
  readonly judge: Judge;
  readonly log: Log;
  readonly listener: SessionsListener;
}

export interface SessionsListener {
  onCard(sessionId: string, card: Card): void;
  onTranscript(sessionId: string, changes: readonly TranscriptChange[]): void;
  onView(view: SessionView): void;
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

  async create(): Promise<Session> {
    const { listener, log, judge, workspace, journalFolder, claudePath, environment, settings, mode, timeLimit } =
      this.#options;
    const sessionId = randomUUID();
    const { journal } = await JournalFile.open(join(journalFolder, `${sessionId}.jsonl`));
    const cwd = this.#options.cwd();
    journal.note({ type: 'session_started', sessionId, cliSessionId: sessionId, cwd, title: '' });
    const session = new Session({
      sessionId,
      cwd,
      gate: this.#options.gate(),
      mediation: this.#options.mediation(),
      timeLimit,
      journal,
      judge,
      clock: nodeClock,
      sha256,
      claudePath,
      environment,
      workspace,
      settings,
      ...(mode ? { mode } : {}),
      newId: randomUUID,
      log,
      listener: {
        onCard: card => listener.onCard(sessionId, card),
        onTranscript: changes => listener.onTranscript(sessionId, changes),
        onView: view => listener.onView(view),
      },
    });
    this.#sessions.set(sessionId, session);
    this.#activeId = sessionId;
    return session;
  }

  async endAll(): Promise<void> {
    await Promise.all(this.all.map(session => session.end()));
  }
}
