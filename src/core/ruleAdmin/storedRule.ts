import type { JsonObject } from '../base/json';
import { type Sentence } from '../texts/sentence';
import type { RuleInput } from '../call/ruleInput';
import { parseRule, printRule } from '../rules';
import type { Action } from '../call/ruleRef';

export { isShared, isWritable, type WritableScope, writableScopes } from './writableScopes';

/** Where a person made a rule. */
export type RuleOrigin = 'card' | 'panel' | 'import' | 'preset' | 'offer';

/** The call on whose card a rule was made. */
export interface RuleRequest {
  readonly toolCallId: string;
  readonly text: string;
}

export interface RuleCreation {
  /** Milliseconds since 1970, like every time of a rule. */
  readonly at: number;
  readonly by: RuleOrigin;
  readonly request?: RuleRequest;
}

/** Who wrote a rule that several people share, last. */
interface RuleAuthor {
  /** As they call themselves. */
  readonly who: string;
  /** As the database knows them. */
  readonly role: string;
  readonly at: number;
}

/** A rule in a store. Its id stays for as long as the rule lives, whatever else of it changes. */
export interface StoredRule extends RuleInput {
  readonly id: string;
  readonly created?: RuleCreation;
  readonly updated?: number;
  readonly author?: RuleAuthor;
  /** What else stands at it in its file, its examples too: Latch does not use it there, and loses nothing of it. */
  readonly beside?: JsonObject;
  readonly file?: string;
  readonly line?: number;
}

/** What of a rule can be changed; null takes a part away. */
export interface RuleChanges {
  readonly action?: Action;
  readonly pattern?: string;
  readonly description?: string | null;
  readonly expires?: number | null;
  readonly updated?: number | null;
}

/** `wasThere`: it takes back a change, and makes what was there again, whatever a person may make anew. */
export type RuleEdit =
  | { readonly type: 'add'; readonly rule: StoredRule; readonly wasThere?: true }
  | { readonly type: 'update'; readonly id: string; readonly changes: RuleChanges; readonly wasThere?: true }
  | { readonly type: 'remove'; readonly id: string };

/** Why a store did not change. Nothing was written. */
export interface StoreProblem {
  readonly code:
    | 'broken'
    | 'newer'
    /** A single rule that cannot be read and may have forbidden anything. */
    | 'unreadable'
    | 'unwritable'
    | 'locked'
    | 'gone'
    | 'invalid'
    /** Does no harm, and nothing else. */
    | 'unknownKey'
    | 'conflict'
    /** On a server that does not answer. */
    | 'offline';
  /** What, where, and what now. */
  readonly message: Sentence;
  readonly file?: string;
  readonly line?: number;
}

/** What a rule says in its one spelling, so that two ways of writing it count as the same rule. */
export function meaningOf(pattern: string, action: Action): string {
  const parsed = parseRule(pattern, action);
  return 'rule' in parsed ? printRule(parsed.rule) : pattern.trim();
}
