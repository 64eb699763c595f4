import type { RuleInput } from '../call/ruleInput';
import type { RuleRef, Action } from '../call/ruleRef';
import type { TeamChange } from './teamChange';
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

export interface RemoveRules {
  readonly rules: readonly RuleRef[];
  readonly draft?: DraftId;
}

export type RuleChange =
  | { readonly type: 'add'; readonly add: AddRules }
  | { readonly type: 'update'; readonly update: UpdateRule }
  | { readonly type: 'move'; readonly move: MoveRules }
  | { readonly type: 'remove'; readonly remove: RemoveRules };

/** What a change makes of rules that others get too. */
export interface RulesDraft {
  readonly draft: DraftId;
  /** The file of the repository, where it changes. */
  readonly file?: { readonly name: string; readonly before: string; readonly after: string };
  /** The rules of the team, where they change: through what they are shared, and who is connected to it. */
  readonly team?: TeamChange & { readonly place: string; readonly members: readonly string[] };
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
