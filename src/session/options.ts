import type { StartOptions } from '../agents/start';
import type { ChannelOptions } from '../channel/options';
import type { Card } from '../core/card/card';
import type { RestoredSession, SessionJournal } from '../core/journal/restored';
import type { AcpAgent } from '../core/session/acpAgent';
import type { AgentFacts } from '../core/call/agentFacts';
import type { Said } from '../core/conversation/lines';
import type { SessionView } from '../core/session/view';
import type { TranscriptChange } from '../core/transcript/items';
import type { EnforcementOptions } from './enforcer';
import type { Log } from '../core/base/log';
import type { KeptQueue } from './outbox';

export interface SessionOptions
  extends StartOptions,
    Omit<
      ChannelOptions,
      'answer' | 'onCard' | 'onNotice' | 'journal' | 'context' | 'beforeCommand' | 'afterCommand' | 'stoppedIn'
    > {
  /** The agent over ACP that it is with, looked up at each start; without one it is Claude Code. */
  readonly acp?: { readonly name: string; readonly find: () => AcpAgent | undefined };
  readonly journal: SessionJournal;
  readonly enforcement: EnforcementOptions;
  readonly newId: () => string;
  /** Where messages that wait outlive the window. */
  readonly kept?: KeptQueue;
  /** Who the person is, as the system calls them. */
  readonly user?: string;
  readonly log: Log;
  readonly listener: SessionListener;
  /** What the journal tells of this session, when it goes on from one that has ended. */
  readonly past?: RestoredSession;
  /** What was said in its conversation outside of Latch, after the messages of a person that are known; absent: not known. */
  readonly saidElsewhere?: (cliSessionId: string, known: ReadonlySet<string>) => Promise<readonly Said[]>;
}

export interface SessionListener {
  onCard(card: Card): void;
  onTranscript(changes: readonly TranscriptChange[]): void;
  onView(view: SessionView): void;
  /** The agent says that it has something else. */
  onFacts?(facts: AgentFacts): void;
  /** The agent began a conversation in which what was said before is gone. */
  onNewConversation?(): void;
}
