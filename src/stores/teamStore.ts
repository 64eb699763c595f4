import type { Sentence } from '../core/texts/sentence';
import type { RuleAudit, TeamStatus } from '../core/ruleAdmin/team';
import type { RecordSender, SenderOptions } from './recordSender';
import type { RuleStore } from './ruleStore';
import type { TeamRecord } from './teamRecord';

/** Rules that several people share, on a server that may be away. What is listed is what was read last. */
export interface TeamStore extends RuleStore {
  /** Names the store, without anything that is secret. */
  readonly place: string;
  readonly status: TeamStatus;
  /** What its sessions have decided, where they are set to tell it. */
  readonly record: TeamRecord;
  /** Sends to that record. It comes with the store, so that nobody has to load it who shares nothing. */
  recorder(options: Omit<SenderOptions, 'record' | 'place'>): RecordSender;
  /** Ends once the store was read, or with the reason why it could not be. */
  ready(): Promise<Sentence | undefined>;
  /** Who is connected, as they call themselves. */
  members(): Promise<readonly string[]>;
  /** What happened to the rules, or to one of them, the last first. */
  audit(id?: string): Promise<readonly RuleAudit[]>;
  close(): Promise<void>;
}

export interface TeamStoreOptions {
  /** With the password, so it is nowhere shown or logged. */
  readonly url: string;
  /** What this person is called. */
  readonly user: string;
  /** Where what was read last is kept beyond the life of a process; without it nowhere. */
  readonly copy?: TeamCopy;
  readonly now?: () => number;
  /** How often is looked at what the server did not tell. */
  readonly lookMs?: number;
}

export interface TeamCopy {
  readonly read: () => string | undefined;
  readonly write: (text: string) => void;
}

/** Opens a store; what it says is a reason why there cannot be one with this address. */
export type OpenTeamStore = (options: TeamStoreOptions) => TeamStore | Sentence;
