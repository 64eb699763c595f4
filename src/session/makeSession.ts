import { randomUUID } from 'node:crypto';
import type { SessionJournal } from '../core/journal/restored';
import { sha256 } from '../stores/sha256';
import { agentOf } from './agentOf';
import { nodeClock } from './nodeClock';
import type { SessionOptions } from './options';
import { Session } from './session';
import { tellingOthers } from './sessionListeners';
import type { SessionsOptions } from './sessionsOptions';
import { userOfSystem } from './userOfSystem';

interface NewSession extends Pick<SessionOptions, 'sessionId' | 'cwd' | 'past'> {
  readonly journal: SessionJournal;
  /** Another agent than Claude Code, by its name. */
  readonly agent?: string | undefined;
}

/** A session with what all of a window have. */
export function makeSession(options: SessionsOptions, { agent, ...session }: NewSession): Session {
  const { log, judge, claude, workspace, claudePath, environment, fromRepository, mode, timeLimit, clock } = options;
  const acp = agentOf(options, agent ?? session.past?.agentName);
  return new Session({
    gate: options.gate(),
    mediation: options.mediation(),
    timeLimit,
    judge,
    enforcement: options.enforcement,
    clock: clock ?? nodeClock,
    sha256,
    claudePath,
    environment,
    workspace,
    fromRepository,
    ...(mode ? { mode } : {}),
    ...(options.beforeRun ? { beforeRun: options.beforeRun } : {}),
    ...(claude ? { saidElsewhere: (id, known) => claude.saidAfter(session.cwd, id, known) } : {}),
    newId: randomUUID,
    ...userOfSystem(),
    kept: options.journals.queueOf(session.sessionId),
    log,
    listener: tellingOthers(options, session.sessionId),
    ...(acp ? { acp } : {}),
    ...session,
  });
}
