import type { Action } from '../call/ruleRef';
import type { RecordDetail } from '../journal/told';
import type { Sentence } from '../texts/sentence';
import type { StoredRule } from './storedRule';

/** How the store of a team is, as far as it can be told from here. Times are of the clock of this machine. */
export type TeamStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'online'; readonly readAt: number; readonly mayWrite: boolean }
  /** `readAt`: what is known is from then; without it nothing is. */
  | { readonly state: 'offline'; readonly why: Sentence; readonly since: number; readonly readAt?: number };

/** How the record of the team is, to which this window sends what its sessions decide. */
export interface RecordStatus {
  readonly detail: RecordDetail;
  /** Why nothing can be sent now. */
  readonly why?: Sentence;
  /** Lines that were not sent yet, when that was tried last; none where nothing keeps them here. */
  readonly waiting: number;
  /** When the first of them was written. */
  readonly since?: number;
  /** Sessions that do not go with what the record has of them, so that nothing is added to it. */
  readonly conflicts: number;
}

/** One thing that happened to a rule of the team. */
export interface RuleAudit {
  readonly rule: string;
  readonly at: number;
  readonly who: string;
  /** As whom the database knows them. */
  readonly role: string;
  /** The call from whose card it came. */
  readonly call?: string;
  readonly before?: { readonly action: Action; readonly pattern: string };
  readonly after?: { readonly action: Action; readonly pattern: string };
}

/** Who wrote something, as a person reads it: as they call themselves, and as the database knows them if otherwise. */
export function signedBy({ who, role }: Pick<RuleAudit, 'who' | 'role'>): string {
  return role === '' || role === who ? who : `${who} (${role})`;
}

/** The team as the panel shows it. */
export interface TeamView {
  readonly place: string;
  readonly state: TeamStatus['state'];
  /** When its rules were read last. */
  readonly readAt?: number;
  /** Why it cannot be reached. */
  readonly why?: Sentence;
  /** This person may change its rules now. */
  readonly mayWrite: boolean;
  /** While it is away: until when what it allows holds. */
  readonly allowsUntil?: number;
  /** This person lets it allow everything. */
  readonly trusted: boolean;
  /** Who is connected, as they call themselves. */
  readonly members: readonly string[];
  /** What this window records there; without it nothing. */
  readonly record?: RecordStatus;
}

/** What a person let a team allow: everything, or these rules as they were. */
export interface TeamAcceptance {
  readonly all: boolean;
  readonly rules: readonly string[];
}

export const nothingAccepted: TeamAcceptance = { all: false, rules: [] };

/** Names a rule as somebody accepted it: when it comes to say something else, or to last longer, it has another name. */
export function acceptedAs({ id, pattern, expires }: StoredRule): string {
  return JSON.stringify([id, pattern, expires ?? null]);
}

/** Which rules of the team count: what it denies or asks about at once, what it allows once this person accepted it. */
export function countingFor({ all, rules }: TeamAcceptance): (rule: StoredRule) => boolean {
  const accepted = new Set(rules);
  return rule => rule.action !== 'allow' || all || accepted.has(acceptedAs(rule));
}

/** A team that cannot be asked may have taken back what it allowed: that ends so long after it was last read. */
export function endOfAllows(status: TeamStatus, withinMs: number): number | undefined {
  switch (status.state) {
    case 'online':
      return undefined;
    case 'connecting':
      return 0;
    case 'offline':
      return status.readAt === undefined ? 0 : status.readAt + withinMs;
    default:
      return status satisfies never;
  }
}
