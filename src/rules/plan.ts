import { changedRule } from '../core/ruleAdmin/edits';
import type { AddRules, MoveRules, RuleChange, RuleLife, RuleName, UpdateRule } from '../core/ruleAdmin/changes';
import { maskText } from '../core/journal/masking';
import {
  isWritable,
  type RuleChanges,
  type RuleCreation,
  type RuleEdit,
  type RuleRequest,
  type StoredRule,
  type StoreProblem,
  type WritableScope,
} from '../core/ruleAdmin/storedRule';
import type { RuleScopes } from './scopes';

/** Edits of one store, as a part of what is done and undone together. */
export interface ScopeEdits {
  readonly scope: WritableScope;
  readonly sessionId?: string | undefined;
  readonly edits: readonly RuleEdit[];
  /** Only while the store still is what it was. */
  readonly revision?: string;
}

export type Refusal = { readonly ok: false; readonly problem: StoreProblem };
export type Steps = { readonly ok: true; readonly steps: readonly ScopeEdits[] } | Refusal;

interface RuleStepsOptions {
  readonly scopes: RuleScopes;
  readonly now: () => number;
  readonly newId: () => string;
}

/** A rule on its way to another scope. */
interface Move {
  readonly from: WritableScope;
  readonly name: RuleName;
  readonly rule: StoredRule;
  readonly changes: RuleChanges;
}

const longestRequest = 200;

/** What has to be done in which store for a change of rules that a person wants. Nothing is written here. */
export class RuleSteps {
  readonly #options: RuleStepsOptions;

  constructor(options: RuleStepsOptions) {
    this.#options = options;
  }

  of(change: RuleChange): Steps {
    switch (change.type) {
      case 'add':
        return this.add(change.add);
      case 'update':
        return this.update(change.update);
      case 'move':
        return this.move(change.move);
      default:
        return change satisfies never;
    }
  }

  add({ scope, sessionId, rules, life, by = 'panel' }: AddRules, request?: RuleRequest): Steps {
    const expires = this.#expiry(life);
    if (life?.kind === 'turn' && scope !== 'session')
      return refused('Only a rule of this session can end with the turn.');
    const created = this.#creation(scope, by, request);
    const edits = rules.map(
      (rule): RuleEdit => ({
        type: 'add',
        rule: { ...rule, id: this.#options.newId(), created, ...(expires === undefined ? {} : { expires }) },
      }),
    );
    return { ok: true, steps: [{ scope, sessionId, edits }] };
  }

  update({ changes: wanted, moveTo, draft: _draft, ...name }: UpdateRule): Steps {
    const found = this.#find(name);
    if (!found.ok) return found;
    const { scope, rule } = found;
    const { expiresAt, ...rest } = wanted;
    const expires = expiresAt === undefined ? {} : { expires: expiresAt };
    const changes: RuleChanges = { ...rest, ...expires, updated: this.#options.now() };
    const { sessionId } = name;
    if (moveTo === undefined || moveTo === scope)
      return { ok: true, steps: [{ scope, sessionId, edits: [{ type: 'update', id: rule.id, changes }] }] };
    return { ok: true, steps: moveSteps([{ from: scope, name, rule, changes }], moveTo, sessionId) };
  }

  move({ rules, to, sessionId }: MoveRules): Steps {
    const moves: Move[] = [];
    for (const name of rules) {
      const found = this.#find(name);
      if (!found.ok) return found;
      const { scope: from, rule } = found;
      if (from !== to) moves.push({ from, name, rule, changes: { updated: this.#options.now() } });
    }
    return { ok: true, steps: moveSteps(moves, to, sessionId) };
  }

  remove(names: readonly RuleName[]): Steps {
    const found = names.map(name => ({ name, found: this.#find(name) }));
    const removals: { readonly from: WritableScope; readonly name: RuleName }[] = [];
    for (const { name, found: each } of found) {
      if (!each.ok) return each;
      removals.push({ from: each.scope, name });
    }
    return { ok: true, steps: removalsOf(removals) };
  }

  #find(name: RuleName): { readonly ok: true; readonly scope: WritableScope; readonly rule: StoredRule } | Refusal {
    const { scope, id, sessionId } = name;
    if (!isWritable(scope)) return refused('This rule is not one of Latch. Change it where it is written.');
    const rules = this.#options.scopes.store(scope, sessionId)?.list().rules;
    const rule = rules?.find(it => it.id === id);
    if (rule) return { ok: true, scope, rule };
    return {
      ok: false,
      problem: { code: 'gone', message: 'The rule is no longer there. Somebody else has removed it.' },
    };
  }

  #expiry(life: RuleLife | undefined): number | undefined {
    switch (life?.kind) {
      case undefined:
      case 'turn':
        return undefined;
      case 'minutes':
        return this.#options.now() + life.minutes * 60_000;
      case 'until':
        return life.at;
      default:
        return life satisfies never;
    }
  }

  #creation(scope: WritableScope, by: RuleCreation['by'], request: RuleRequest | undefined): RuleCreation {
    const at = this.#options.now();
    // What a person was doing is nobody else's business: it stays out of the file that the team shares.
    if (!request || scope === 'project') return { at, by };
    const text = maskText(request.text);
    const short = text.length > longestRequest ? `${text.slice(0, longestRequest)}…` : text;
    return { at, by, request: { toolCallId: request.toolCallId, text: short } };
  }
}

/**
 * A crash between two stores must leave no more allowed than before or after. A rule that forbids is for that moment in
 * both scopes, one that allows in none: then its calls ask, and it can be made anew.
 */
function moveSteps(moves: readonly Move[], to: WritableScope, sessionId: string | undefined): readonly ScopeEdits[] {
  const added = moves.map(({ rule, changes }): RuleEdit & { type: 'add' } => {
    const { file: _file, line: _line, ...plain } = changedRule(rule, changes);
    return { type: 'add', rule: shareable(plain, to) };
  });
  const allows = (edit: (typeof added)[number], at: number): boolean =>
    edit.rule.action === 'allow' && moves[at]?.rule.action === 'allow';
  const steps = [
    { scope: to, sessionId, edits: added.filter((edit, at) => !allows(edit, at)) },
    ...removalsOf(moves),
    { scope: to, sessionId, edits: added.filter(allows) },
  ];
  return steps.filter(({ edits }) => edits.length > 0);
}

function removalsOf(
  removals: readonly { readonly from: WritableScope; readonly name: RuleName }[],
): readonly ScopeEdits[] {
  const byStore = new Map<string, ScopeEdits & { edits: RuleEdit[] }>();
  for (const { from, name } of removals) {
    const key = `${from} ${name.sessionId ?? ''}`;
    const group = byStore.get(key) ?? { scope: from, sessionId: name.sessionId, edits: [] };
    group.edits.push({ type: 'remove', id: name.id });
    byStore.set(key, group);
  }
  return [...byStore.values()];
}

function shareable(rule: StoredRule, scope: WritableScope): StoredRule {
  if (scope !== 'project' || !rule.created) return rule;
  const { at, by } = rule.created;
  return { ...rule, created: { at, by } };
}

export function refused(message: string): Refusal {
  return { ok: false, problem: { code: 'invalid', message } };
}
