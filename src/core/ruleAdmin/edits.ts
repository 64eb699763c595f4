import { append } from '../base/append';
import { parseRule } from '../rules';
import { meaningOf, type RuleChanges, type RuleEdit, type StoredRule, type StoreProblem } from './storedRule';
import { say } from '../texts/sentence';

/** What a list of rules goes through, one after the other; places are those at that moment. */
export type RuleStep =
  | { readonly type: 'append'; readonly rule: StoredRule }
  | { readonly type: 'change'; readonly place: number; readonly id: string; readonly changes: RuleChanges }
  | { readonly type: 'remove'; readonly place: number };

export type Planned =
  | {
      readonly ok: true;
      readonly rules: readonly StoredRule[];
      readonly steps: readonly RuleStep[];
      /** For each edit, the id of the rule that it is now about. */
      readonly ids: readonly string[];
      /** What takes all of it back. */
      readonly inverse: readonly RuleEdit[];
    }
  | { readonly ok: false; readonly problem: StoreProblem };

/** What edits do to the rules of one store: all of them, or nothing and the reason. Every store behaves like this. */
export function planEdits(before: readonly StoredRule[], edits: readonly RuleEdit[]): Planned {
  const plan = new Plan(before);
  for (const edit of edits) {
    const problem = problemOf(edit) ?? plan.take(edit);
    if (problem) return { ok: false, problem };
  }
  return { ok: true, rules: plan.rules, steps: plan.steps, ids: plan.ids, inverse: plan.inverse.toReversed() };
}

const longestText = 2000;

function problemOf(edit: RuleEdit): StoreProblem | undefined {
  if (edit.type === 'remove' || edit.wasThere) return undefined;
  const { action, pattern, description, expires } = edit.type === 'add' ? edit.rule : edit.changes;
  if ((description ?? '').length > longestText)
    return {
      code: 'invalid',
      message: say('The description is longer than {most} characters. Shorten it.', { most: longestText }),
    };
  if (typeof expires === 'number' && !Number.isFinite(expires))
    return { code: 'invalid', message: say('The time at which the rule ends is not a time.') };
  return pattern === undefined ? undefined : patternProblem(pattern, action ?? 'ask');
}

function patternProblem(pattern: string, action: StoredRule['action']): StoreProblem | undefined {
  const parsed = parseRule(pattern, action);
  if (!('error' in parsed)) return undefined;
  const { message, suggestion } = parsed.error;
  const problem =
    suggestion === undefined
      ? say('{what}: {problem}.', { what: pattern, problem: message })
      : say('{what}: {problem}. Did you mean {better}?', { what: pattern, problem: message, better: suggestion });
  return { code: 'invalid', message: problem };
}

class Plan {
  readonly rules: StoredRule[];
  readonly steps: RuleStep[] = [];
  readonly ids: string[] = [];
  readonly inverse: RuleEdit[] = [];
  /** The ids of the rules that mean the same. */
  readonly #same = new Map<string, string[]>();

  constructor(before: readonly StoredRule[]) {
    this.rules = [...before];
    for (const rule of before) append(this.#same, meaning(rule), rule.id);
  }

  take(edit: RuleEdit): StoreProblem | undefined {
    switch (edit.type) {
      case 'add':
        if (edit.wasThere) this.#addAgain(edit.rule);
        else this.#add(edit.rule);
        return undefined;
      case 'update':
        return this.#update(edit.id, edit.changes, edit.wasThere);
      case 'remove':
        return this.#remove(edit.id);
      default:
        return edit satisfies never;
    }
  }

  #addAgain(rule: StoredRule): void {
    this.#append(rule);
    this.ids.push(rule.id);
  }

  /** The same rule is not there twice: one that allowed now denies, and the other way round. */
  #add(rule: StoredRule): void {
    const [firstId, ...others] = this.#same.get(meaning(rule)) ?? [];
    const first = firstId === undefined ? undefined : this.rules[this.#placeOf(firstId)];
    if (!first) {
      this.#addAgain(rule);
      return;
    }
    for (const other of others) this.#removeAt(this.#placeOf(other));
    const { action, description = null, expires = null } = rule;
    const changes: RuleChanges = {
      ...(first.action === action ? {} : { action }),
      ...(description === null || first.description === description ? {} : { description }),
      ...((first.expires ?? null) === expires ? {} : { expires }),
    };
    if (Object.keys(changes).length > 0)
      this.#changeAt(this.#placeOf(first.id), { ...changes, updated: rule.created?.at ?? null });
    this.ids.push(first.id);
  }

  #update(id: string, changes: RuleChanges, wasThere = false): StoreProblem | undefined {
    const place = this.#placeOf(id);
    const rule = this.rules[place];
    if (!rule) return gone(id);
    const action = changes.action ?? rule.action;
    const problem = patternProblem(changes.pattern ?? rule.pattern, action);
    if (problem && !wasThere) return problem;
    this.#changeAt(place, changes);
    this.ids.push(id);
    return undefined;
  }

  #remove(id: string): StoreProblem | undefined {
    const place = this.#placeOf(id);
    if (place < 0) return gone(id);
    this.#removeAt(place);
    this.ids.push(id);
    return undefined;
  }

  #placeOf(id: string): number {
    return this.rules.findIndex(rule => rule.id === id);
  }

  #append(rule: StoredRule): void {
    this.rules.push(rule);
    append(this.#same, meaning(rule), rule.id);
    this.steps.push({ type: 'append', rule });
    this.inverse.push({ type: 'remove', id: rule.id });
  }

  #changeAt(place: number, changes: RuleChanges): void {
    const rule = this.rules[place];
    if (!rule) return;
    const next = changedRule(rule, changes);
    this.rules[place] = next;
    remove(this.#same, meaning(rule), rule.id);
    append(this.#same, meaning(next), rule.id);
    this.steps.push({ type: 'change', place, id: rule.id, changes });
    this.inverse.push({ type: 'update', id: rule.id, changes: changesBack(rule, changes), wasThere: true });
  }

  #removeAt(place: number): void {
    const [rule] = this.rules.splice(place, 1);
    if (!rule) return;
    remove(this.#same, meaning(rule), rule.id);
    this.steps.push({ type: 'remove', place });
    const { file: _file, line: _line, ...plain } = rule;
    this.inverse.push({ type: 'add', rule: plain, wasThere: true });
  }
}

function meaning({ pattern, action }: StoredRule): string {
  return meaningOf(pattern, action);
}

function remove(lists: Map<string, string[]>, key: string, id: string): void {
  const list = lists.get(key);
  if (list?.includes(id)) list.splice(list.indexOf(id), 1);
}

function gone(id: string): StoreProblem {
  return { code: 'gone', message: say('The rule {id} is no longer there. Somebody else has removed it.', { id }) };
}

export function changedRule(rule: StoredRule, changes: RuleChanges): StoredRule {
  const { description, expires, updated, beside, ...rest } = rule;
  const kept = <T>(before: T | undefined, after: T | null | undefined): T | undefined =>
    after === undefined ? before : (after ?? undefined);
  const next = {
    description: kept(description, changes.description),
    expires: kept(expires, changes.expires),
    updated: kept(updated, changes.updated),
  };
  return {
    ...rest,
    ...(beside ? { beside: Object.fromEntries(Object.entries(beside).filter(([key]) => !(key in changes))) } : {}),
    action: changes.action ?? rule.action,
    pattern: changes.pattern ?? rule.pattern,
    ...(next.description === undefined ? {} : { description: next.description }),
    ...(next.expires === undefined ? {} : { expires: next.expires }),
    ...(next.updated === undefined ? {} : { updated: next.updated }),
  };
}

function changesBack(rule: StoredRule, changes: RuleChanges): RuleChanges {
  return {
    ...(changes.action === undefined ? {} : { action: rule.action }),
    ...(changes.pattern === undefined ? {} : { pattern: rule.pattern }),
    ...(changes.description === undefined ? {} : { description: rule.description ?? null }),
    ...(changes.expires === undefined ? {} : { expires: rule.expires ?? null }),
    ...(changes.updated === undefined ? {} : { updated: rule.updated ?? null }),
  };
}
