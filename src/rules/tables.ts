import type { RuleTable, ScopeView } from '../core/protocol/ruleRequests';
import type { RuleFilter, RuleRow } from '../core/ruleAdmin/row';
import { isWritable, type WritableScope } from '../core/ruleAdmin/storedRule';
import { isShown, ruleRows } from '../core/ruleAdmin/table';
import type { RuleHits } from './hits';
import type { ScopeContent } from './entries';
import type { RuleScopes } from './scopes';

interface RuleTablesOptions {
  readonly scopes: RuleScopes;
  readonly hits: RuleHits;
  /** Whether allow rules of a scope count, or would as soon as one is made. */
  readonly takesAllows: (scope: ScopeContent['scope']) => boolean;
  readonly history: () => { readonly canUndo: boolean; readonly canRedo: boolean };
  readonly lastScope: () => WritableScope | undefined;
  readonly now: () => number;
}

/** The rules of all scopes, as a person looks at them. */
export class RuleTables {
  readonly #options: RuleTablesOptions;

  constructor(options: RuleTablesOptions) {
    this.#options = options;
  }

  list(filter: RuleFilter): RuleTable {
    const { scopes, history, lastScope } = this.#options;
    const scope = lastScope();
    return {
      rules: this.rows(filter.sessionId).filter(row => isShown(row, filter)),
      scopes: scopes.contents(filter.sessionId).map(scopeView),
      ...history(),
      ...(scope === undefined ? {} : { lastScope: scope }),
    };
  }

  rows(sessionId: string | undefined): readonly RuleRow[] {
    const { scopes, hits, takesAllows, now } = this.#options;
    const held = scopes.contents(sessionId).flatMap(({ scope, rules, root, brought = [] }) => [
      { scope, rules, root, allows: takesAllows(scope) },
      { scope, rules: brought, root, allows: scopes.projectAllows },
    ]);
    return ruleRows(held, { sessionId, now: now(), hitsOf: rule => hits.of(rule) });
  }
}

function scopeView({ scope, file, revision, problems, unreadable }: ScopeContent): ScopeView {
  const view = { scope, writable: isWritable(scope), revision, problems, broken: unreadable.length > 0 };
  return file === undefined ? view : { ...view, file };
}
