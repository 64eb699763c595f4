import type { ChannelOptions } from './channelOptions';
import type { Card } from './core/card';
import type { Journal } from './core/journal';
import type { PastSession } from './core/journalFold';
import type { LaunchOptions } from './core/launch';
import type { PermissionMode, SessionView } from './core/session';
import type { TranscriptChange } from './core/transcript';

export interface SessionOptions extends Omit<ChannelOptions, 'write' | 'onCard' | 'onNotice' | 'journal'> {
  readonly journal: Journal;
  /** The path to the CLI from the settings; empty to look for it. */
  readonly claudePath: () => string;
  /** Variables that the person's settings add to the agent's environment. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly workspace: readonly string[];
  /** What the agent may take from the repository, asked anew at every start. */
  readonly settings: () => Promise<LaunchOptions['settings']>;
  /** The permission mode of the agent to start in; undefined leaves it to the agent's own settings. */
  readonly mode?: () => PermissionMode | undefined;
  readonly newId: () => string;
  readonly log: Log;
  readonly listener: SessionListener;
  /** What the journal tells of this session, when it goes on from one that has ended. */
  readonly past?: PastSession;
  /** Goes on in a conversation of its own, and leaves the one it comes from as it is. */
  readonly fork?: boolean;
}

export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

export interface SessionListener {
  onCard(card: Card): void;
  onTranscript(changes: readonly TranscriptChange[]): void;
  onView(view: SessionView): void;
  /** The agent began a conversation in which what was said before is gone. */
  onNewConversation?(): void;
}
