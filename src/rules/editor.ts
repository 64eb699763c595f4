import type { Confirmed } from '../core/card/confirm';
import type { RuleRef } from '../core/call/ruleRef';
import { canonical } from '../core/base/json';
import type { AddRules, MoveRules, RuleChange, RulesDraft, UpdateRule } from '../core/ruleAdmin/changes';
import { planChange, type PresentRules, type Refusal, type ScopeEdits, type Steps } from '../core/ruleAdmin/plan';
import type { RuleRequest } from '../core/ruleAdmin/storedRule';
import { conflict } from '../stores/ruleStore';
import type { RuleScopes } from './scopes';
import { type Changed, RuleTransactions } from './transactions';

interface RuleEditorOptions {
  readonly scopes: RuleScopes;
  readonly now: () => number;
  readonly newId: () => string;
  /** Rules have changed, here or elsewhere: what waits is to be judged again. */
  readonly onChange: () => void;
}

type Drafted = ({ readonly ok: true } & RulesDraft) | Refusal;

/** Changes rules in any scope, and takes changes back. */
export class RuleEditor {
  readonly #options: RuleEditorOptions;
  readonly #transactions: RuleTransactions;
  /** Rules that end with the turn, by session. */
  readonly #turns = new Map<string, Set<string>>();
  /** The change that a person looks at before it is written. */
  #draft: { readonly id: string; readonly change: string; readonly steps: readonly ScopeEdits[] } | undefined;

  constructor(options: RuleEditorOptions) {
    this.#options = options;
    this.#transactions = new RuleTransactions(options.scopes, options.onChange);
  }

  get history(): { readonly canUndo: boolean; readonly canRedo: boolean } {
    return this.#transactions.history;
  }

  /** What a change would make of the file that everybody shares. The change that names this draft then writes exactly that. */
  draft(change: RuleChange): Drafted {
    const planned = planChange(change, this.#present());
    if (!planned.ok) return planned;
    const { scopes, newId } = this.#options;
    const edits = planned.steps.filter(({ scope }) => scope === 'project').flatMap(step => step.edits);
    const text = scopes.textAfter('project', edits);
    if (!text.ok) return text;
    const { file, before, after, revision } = text;
    const first = planned.steps.findIndex(({ scope }) => scope === 'project');
    const steps = planned.steps.flatMap((step, at) => (at === first ? [{ ...step, revision }] : [step]));
    this.#draft = { id: newId(), change: nameOf(change), steps };
    return { ok: true, draft: this.#draft.id, file, before, after };
  }

  /** Adds rules, and does what goes with them: both, or neither. */
  async add(add: AddRules, request?: RuleRequest, confirm?: () => Confirmed): Promise<Changed> {
    const { life, sessionId, draft } = add;
    const change = { type: 'add', add } as const;
    const plan = (): Steps => this.#drafted(change, draft) ?? planChange(change, this.#present(), request);
    const changed = await this.#transactions.change(plan, confirm);
    if (changed.ok && life?.kind === 'turn' && sessionId !== undefined) this.#endsWithTurn(sessionId, changed.rules);
    return changed;
  }

  update(update: UpdateRule): Promise<Changed> {
    return this.#change({ type: 'update', update }, update.draft);
  }

  /** Takes rules to another scope, as one step of what can be undone. */
  move(move: MoveRules): Promise<Changed> {
    return this.#change({ type: 'move', move }, move.draft);
  }

  remove(rules: readonly RuleRef[]): Promise<Changed> {
    return this.#transactions.change(() => planChange({ type: 'remove', rules }, this.#present()));
  }

  undo(): Promise<Changed> {
    return this.#transactions.undo();
  }

  redo(): Promise<Changed> {
    return this.#transactions.redo();
  }

  /** Takes back rules that were to last for one turn. */
  endTurn(sessionId: string): void {
    const ids = this.#turns.get(sessionId);
    if (!ids) return;
    this.#turns.delete(sessionId);
    this.#transactions.end(sessionId, rule => ids.has(rule.id));
  }

  /** A new conversation begins with nothing allowed; what was forbidden stays so. */
  endConversation(sessionId: string): void {
    this.#turns.delete(sessionId);
    this.#transactions.end(sessionId, rule => rule.action === 'allow');
  }

  dispose(): void {
    this.#transactions.dispose();
  }

  #change(change: RuleChange, draft: string | undefined): Promise<Changed> {
    return this.#transactions.change(() => this.#drafted(change, draft) ?? planChange(change, this.#present()));
  }

  #present(): PresentRules {
    const { scopes, now, newId } = this.#options;
    return { rulesOf: (scope, sessionId) => scopes.store(scope, sessionId)?.list().rules, now: now(), newId };
  }

  /** The steps that a person has looked at; only for the very change that they were drafted for. */
  #drafted(change: RuleChange, draft: string | undefined): Steps | undefined {
    if (draft === undefined) return undefined;
    const drafted = this.#draft;
    if (drafted?.id !== draft || drafted.change !== nameOf(change)) return { ok: false, problem: conflict };
    return { ok: true, steps: drafted.steps };
  }

  #endsWithTurn(sessionId: string, rules: readonly RuleRef[]): void {
    const ids = this.#turns.get(sessionId) ?? new Set();
    for (const { id } of rules) ids.add(id);
    this.#turns.set(sessionId, ids);
  }
}

/** The same for the same change, whether it names its draft or not. */
function nameOf(change: RuleChange): string {
  return canonical(JSON.parse(JSON.stringify(change, (key, value: unknown) => (key === 'draft' ? undefined : value))));
}
