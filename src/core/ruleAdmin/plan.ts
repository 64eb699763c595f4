import type { RuleRef } from '../call/ruleRef';
import { changedRule } from './edits';
import type { AddRules, MoveRules, RuleChange, RuleLife, UpdateRule } from './changes';
import { maskedBeginning } from '../masking/masking';
import {
  isShared,
  isWritable,
  type RuleChanges,
  type RuleCreation,
  type RuleEdit,
  type RuleRequest,
  type StoredRule,
  type StoreProblem,
  type WritableScope,
} from './storedRule';
import { say, type Sentence } from '../texts/sentence';

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

/** What a change is planned on. */
export interface PresentRules {
  /** The rules of a store; undefined where there is none. */
  readonly rulesOf: (scope: WritableScope, sessionId: string | undefined) => readonly StoredRule[] | undefined;
  readonly now: number;
  readonly newId: () => string;
}

/** A rule on its way to another scope. */
interface Move {
  readonly from: WritableScope;
  readonly name: RuleRef;
  readonly rule: StoredRule;
  readonly changes: RuleChanges;
}

const longestRequest = 200;

/** What has to be done in which store for a change of rules. `request` is the call on whose card rules are made. */
export function planChange(change: RuleChange, present: PresentRules, request?: RuleRequest): Steps {
  switch (change.type) {
    case 'add':
      return additionOf(change.add, present, request);
    case 'update':
      return updateOf(change.update, present);
    case 'move':
      return moveOf(change.move, present);
    case 'remove':
      return removalOf(change.remove.rules, present);
    default:
      return change satisfies never;
  }
}

function additionOf(
  { scope, sessionId, rules, life, by = 'panel' }: AddRules,
  { now, newId }: PresentRules,
  request: RuleRequest | undefined,
): Steps {
  const expires = expiryOf(life, now);
  if (life?.kind === 'turn' && scope !== 'session')
    return refused(say('Only a rule of this session can end with the turn.'));
  const created = creationOf(scope, { at: now, by }, request);
  const edits = rules.map(
    (rule): RuleEdit => ({
      type: 'add',
      rule: { ...rule, id: newId(), created, ...(expires === undefined ? {} : { expires }) },
    }),
  );
  return { ok: true, steps: [{ scope, sessionId, edits }] };
}

function updateOf({ changes: wanted, moveTo, draft: _draft, ...name }: UpdateRule, present: PresentRules): Steps {
  const found = find(name, present);
  if (!found.ok) return found;
  const { scope, rule } = found;
  const changes: RuleChanges = { ...wanted, updated: present.now };
  const { sessionId } = name;
  if (moveTo === undefined || moveTo === scope)
    return { ok: true, steps: [{ scope, sessionId, edits: [{ type: 'update', id: rule.id, changes }] }] };
  return { ok: true, steps: moveSteps([{ from: scope, name, rule, changes }], moveTo, sessionId) };
}

function moveOf({ rules, to, sessionId }: MoveRules, present: PresentRules): Steps {
  const moves: Move[] = [];
  for (const name of rules) {
    const found = find(name, present);
    if (!found.ok) return found;
    const { scope: from, rule } = found;
    if (from !== to) moves.push({ from, name, rule, changes: { updated: present.now } });
  }
  return { ok: true, steps: moveSteps(moves, to, sessionId) };
}

function removalOf(names: readonly RuleRef[], present: PresentRules): Steps {
  const removals: { readonly from: WritableScope; readonly name: RuleRef }[] = [];
  for (const name of names) {
    const found = find(name, present);
    if (!found.ok) return found;
    removals.push({ from: found.scope, name });
  }
  return { ok: true, steps: removalsOf(removals) };
}

function find(
  { scope, id, sessionId }: RuleRef,
  { rulesOf }: PresentRules,
): { readonly ok: true; readonly scope: WritableScope; readonly rule: StoredRule } | Refusal {
  if (!isWritable(scope)) return refused(say('This rule is not one of Latch. Change it where it is written.'));
  const rule = rulesOf(scope, sessionId)?.find(it => it.id === id);
  if (rule) return { ok: true, scope, rule };
  return {
    ok: false,
    problem: { code: 'gone', message: say('The rule is no longer there. Somebody else has removed it.') },
  };
}

function expiryOf(life: RuleLife | undefined, now: number): number | undefined {
  switch (life?.kind) {
    case undefined:
    case 'turn':
      return undefined;
    case 'minutes':
      return now + life.minutes * 60_000;
    case 'until':
      return life.at;
    default:
      return life satisfies never;
  }
}

export function creationOf(scope: WritableScope, made: RuleCreation, request: RuleRequest | undefined): RuleCreation {
  // What a person was doing is nobody else's business: it stays out of the file that the team shares.
  if (!request || scope === 'project') return made;
  const { toolCallId, text } = request;
  // The log of a team names the call: who made the rule finds it in the own record.
  if (scope === 'team') return { ...made, request: { toolCallId, text: '' } };
  return { ...made, request: { toolCallId, text: maskedBeginning(text, longestRequest) } };
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
  removals: readonly { readonly from: WritableScope; readonly name: RuleRef }[],
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
  if (!isShared(scope) || !rule.created) return rule;
  const { at, by } = rule.created;
  return { ...rule, created: { at, by } };
}

export function refused(message: Sentence): Refusal {
  return { ok: false, problem: { code: 'invalid', message } };
}
