import type { Clock } from '../core/base/clock';
import type { Log } from '../core/base/log';
import type { AgentFacts } from '../core/call/agentFacts';
import type { EnforcementOptions } from './enforcer';
import type { Judge } from '../core/call/judgement';
import type { PermissionMode } from '../core/call/mode';
import type { Sealing } from '../core/journal/seal';
import type { Card } from '../core/card/card';
import type { GateMode, Mediation } from '../core/gate/state';
import type { AcpAgent } from '../core/session/acpAgent';
import type { FromRepository } from '../core/session/repository';
import type { SessionView } from '../core/session/view';
import type { TranscriptChange } from '../core/transcript/items';
import type { ClaudeSessions } from '../stores/claudeSessions';
import type { JournalFolder } from '../stores/journalFolder';
import type { LeaseAddress } from '../stores/lease';
import type { WaitFor } from '../stores/waiting';
import type { Reach } from './openSession';
import type { SessionOptions } from './options';

export interface SessionsOptions {
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
  readonly fromRepository: () => Promise<FromRepository>;
  readonly mode?: () => PermissionMode | undefined;
  /** The agents of the settings. */
  readonly agents?: () => readonly AcpAgent[];
  readonly judge: Judge;
  readonly beforeRun?: SessionOptions['beforeRun'];
  /** The conversations of Claude Code, also of its terminal. */
  readonly claude?: Pick<ClaudeSessions, 'saidAfter'>;
  readonly enforcement: EnforcementOptions;
  /** The clock of the process, where nothing else is given. */
  readonly clock?: Clock;
  /** Where other windows can ask for a session of this one, and the way to those of others; absent: nowhere. */
  readonly address?: () => Promise<LeaseAddress | undefined>;
  readonly reach?: Reach;
  /** How somebody is shown that a long record is being read, and may call it off. */
  readonly waitFor?: WaitFor;
  /** How long the window that was closed a moment ago may take to let go of its session. */
  readonly handOverMs?: number;
  /** The session that was here last did not come, since the window that has it does not answer. `again` says whether it came then. */
  readonly onHeld?: (title: string, again: () => Promise<boolean>) => void;
  readonly log: Log;
  readonly listener: SessionsListener;
}

export interface SessionsListener {
  onCard(sessionId: string, card: Card): void;
  onTranscript(sessionId: string, changes: readonly TranscriptChange[]): void;
  onView(view: SessionView): void;
  onFacts?(sessionId: string, facts: AgentFacts): void;
  onNewConversation?(sessionId: string): void;
  onEnded?(sessionId: string): void;
  /** A session that ran in another window goes on here. */
  onCameOver?(sessionId: string): void;
}
