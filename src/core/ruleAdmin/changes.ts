import type { RuleInput } from '../call/ruleInput';
import type { RuleRef, Action } from '../call/ruleRef';
import type { RuleOrigin, WritableScope } from './storedRule';

/** How long a rule lives; without it, until somebody removes it. */
export type RuleLife =
  | { readonly kind: 'turn' }
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'until'; readonly at: number };

export interface AddRules {
  readonly scope: WritableScope;
  readonly sessionId?: string;
  readonly rules: readonly RuleInput[];
  readonly life?: RuleLife;
  readonly by?: RuleOrigin;
  readonly draft?: DraftId;
}

/** Names what a person has looked at: the change is then exactly that, or it is refused. */
type DraftId = string;

export interface MoveRules {
  readonly rules: readonly RuleRef[];
  readonly to: WritableScope;
  /** Of the session that they are moved to. */
  readonly sessionId?: string;
  readonly draft?: DraftId;
}

export type RuleChange =
  | { readonly type: 'add'; readonly add: AddRules }
  | { readonly type: 'update'; readonly update: UpdateRule }
  | { readonly type: 'move'; readonly move: MoveRules };

export interface RulesDraft {
  readonly draft: DraftId;
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface UpdateRule extends RuleRef {
  readonly changes: {
    readonly action?: Action;
    readonly pattern?: string;
    readonly description?: string | null;
    readonly expires?: number | null;
  };
  /** Takes the rule to another scope as well. */
  readonly moveTo?: WritableScope;
  readonly draft?: DraftId;
}

export interface RulesChanged {
  /** Those that were added or changed. */
  readonly rules: readonly RuleRef[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}
