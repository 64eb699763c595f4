import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { AnalysisMemo } from '../core/analysis/findings';
import type { RuleTable, ScopeView } from '../core/protocol/ruleRequests';
import type { RuleFilter, RuleRow } from '../core/ruleAdmin/row';
import { isWritable, type StoredRule, type WritableScope } from '../core/ruleAdmin/storedRule';
import { isShown, ruleRows, type TableScope } from '../core/ruleAdmin/table';
import { PatternDisk } from '../stores/patternDisk';
import { ruleFileAt } from '../stores/ruleDocument';
import type { RuleHits } from './hits';
import type { ScopeContent } from './entries';
import type { RuleKeeper } from './holds';
import type { RuleScopes } from './scopes';

interface RuleTablesOptions {
  readonly scopes: RuleScopes;
  readonly hits: RuleHits;
  /** Whether allow rules of a scope count, or would as soon as one is made. */
  readonly takesAllows: (scope: ScopeContent['scope']) => boolean;
  readonly history: () => { readonly canUndo: boolean; readonly canRedo: boolean };
  readonly lastScope: () => WritableScope | undefined;
  readonly now: () => number;
  readonly workspace: string;
  /** Names of tools that agents had here. */
  readonly seenTools: (now: number) => Iterable<string>;
}

/** The rules of all scopes, as a person looks at them. */
export class RuleTables {
  readonly #options: RuleTablesOptions;
  readonly #disk: PatternDisk;
  /** The table is made anew with every call that a rule decides. */
  readonly #memo = new AnalysisMemo();

  constructor(options: RuleTablesOptions) {
    this.#options = options;
    this.#disk = new PatternDisk([options.workspace], homedir());
  }

  list(filter: RuleFilter, keeper?: RuleKeeper): RuleTable {
    const { scopes, history, lastScope } = this.#options;
    const scope = lastScope();
    return {
      rules: this.rows(filter.sessionId, keeper).filter(row => isShown(row, filter)),
      scopes: scopes.contents(filter.sessionId).map(scopeView),
      ...history(),
      ...(scope === undefined ? {} : { lastScope: scope }),
    };
  }

  rows(sessionId: string | undefined, keeper?: RuleKeeper): readonly RuleRow[] {
    const { scopes, hits, takesAllows, seenTools, now } = this.#options;
    const held = scopes
      .contents(sessionId)
      .flatMap(({ scope, rules, root, brought = [], readOnly = false }) =>
        [
          this.#byRoot({ scope, root, rules, allows: takesAllows(scope), readOnly }),
          this.#byRoot({ scope, root, rules: brought, allows: scope === 'claude' && scopes.projectAllows, readOnly }),
        ].flat(),
      );
    const facts = {
      now: now(),
      disk: this.#disk,
      memo: this.#memo,
      tools: seenTools(now()),
      ...(keeper ? { keeper } : {}),
    };
    return ruleRows(held, { ...facts, sessionId, hitsOf: rule => hits.of(rule) });
  }

  /** A scope of several files, such as the settings of Claude Code, has a root for each. */
  #byRoot({ root, rules, ...rest }: TableScope): readonly TableScope[] {
    if (isAbsolute(root)) return [{ ...rest, root, rules }];
    const { workspace, scopes } = this.#options;
    const around = { workspace, home: homedir(), claudeFolder: scopes.claudeFolder };
    const rootOf = ({ file }: StoredRule): string => (file === undefined ? workspace : ruleFileAt(file, around).root);
    const roots = [...new Set(rules.map(rootOf))];
    return roots.map(own => Object.assign({ root: own, rules: rules.filter(rule => rootOf(rule) === own) }, rest));
  }
}

function scopeView({ scope, file, revision, problems, unreadable, readOnly = false }: ScopeContent): ScopeView {
  const view = { scope, writable: isWritable(scope) && !readOnly, revision, problems, broken: unreadable.length > 0 };
  return file === undefined ? view : { ...view, file };
}
