import type { StoredRule, StoreProblem } from '../core/ruleAdmin/storedRule';
import type { RuleAudit } from '../core/ruleAdmin/team';
import { say } from '../core/texts/sentence';
import type { RuleList } from './ruleStore';
import type { LinkOptions } from './serverLink';
import type { TeamRecord } from './teamRecord';

/** What a server held at one moment. */
export interface Content {
  readonly revision: string;
  /** The form in which it was kept. */
  readonly version: number;
  readonly rules: readonly StoredRule[];
  readonly unreadable: RuleList['unreadable'];
  /** The last change that its log told of; what comes behind it is new. */
  readonly told?: string | undefined;
}

/** With what a change is signed. */
interface Signature {
  readonly who: string;
  /** The call from whose card it came. */
  readonly call: string | undefined;
}

export interface ServerRecord<Server> extends TeamRecord {
  /** Makes what is missing with each new connection. What goes wrong with it is no reason to be without the rules. */
  begin(server: Server): Promise<void>;
}

/** What one kind of server does its own way. All else that a store of a team does is the same for all of them. */
export interface ServerBackend<Server> extends Pick<LinkOptions<Server>, 'open' | 'isAnswer'> {
  /** Names the database, without anything that is secret. */
  readonly place: string;
  /** The form in which this version keeps rules; a newer one is read, and not written. */
  readonly version: number;
  /** Makes what is missing in the database. Whether this person may change rules. */
  begin(server: Server): Promise<boolean>;
  /** What is there at one moment; undefined where it is what is known. */
  read(server: Server, known: Content | undefined): Promise<Content | undefined>;
  /**
   * Writes what `decide` makes of what is there then, all of it or nothing, and before anybody else writes; nothing
   * where it makes nothing. What is there afterwards.
   */
  write(
    server: Server,
    known: Content | undefined,
    decide: (before: Content) => readonly StoredRule[] | undefined,
    signature: Signature,
  ): Promise<Content>;
  /** The record of what the sessions of the team decide; what it asks of the server goes through `run`. */
  record(run: <T>(work: (server: Server) => Promise<T>) => Promise<T>): ServerRecord<Server>;
  /** Who is connected, as they call themselves. */
  members(server: Server): Promise<readonly string[]>;
  /** What happened to the rules, or to one of them, the last first. */
  audit(server: Server, id: string | undefined, most: number): Promise<readonly RuleAudit[]>;
  /** The server refused it because of who asks. */
  isForbidden(error: unknown): boolean;
  /** The last thing that is done with a connection that is closed in order. */
  leave?(server: Server): Promise<void>;
}

/** The connection ended while a change was about to count. */
export class Unsure extends Error {}

/** A change that was not even sent, and why. */
export class Refused extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem) {
    super(problem.message.text);
    this.problem = problem;
  }
}

/** What was wanted stays with whoever wanted it, and is shown anew on what is there now. */
export function outdated(place: string): StoreProblem {
  return {
    code: 'conflict',
    message: say(
      'Somebody else has changed the rules of the team at {place} in the meantime, so nothing was written. Look at your change again, and write it.',
      { place },
    ),
  };
}

/** What became of rules: those that are not there any longer, those that say something else, and new ones. */
export function differenceOf(
  before: readonly StoredRule[],
  after: readonly StoredRule[],
): {
  readonly gone: readonly StoredRule[];
  readonly changed: readonly StoredRule[];
  readonly added: readonly StoredRule[];
} {
  const known = new Map(before.map(rule => [rule.id, rule]));
  const left = new Set(after.map(rule => rule.id));
  return {
    gone: before.filter(({ id }) => !left.has(id)),
    changed: after.filter(rule => known.has(rule.id) && known.get(rule.id) !== rule),
    added: after.filter(rule => !known.has(rule.id)),
  };
}
