import { canonical } from '../core/base/json';
import type {
  AddRules,
  MoveRules,
  RuleChange,
  RuleName,
  RulesChanged,
  RulesDraft,
  UpdateRule,
} from '../core/ruleAdmin/changes';
import { type RuleEdit, ruleKey, type RuleRequest, type StoredRule } from '../core/ruleAdmin/storedRule';
import type { RuleScopes } from './scopes';
import { type Refusal, refused, RuleSteps, type ScopeEdits, type Steps } from './plan';
import { conflict } from '../stores/ruleStore';

export interface RuleEditorOptions {
  readonly scopes: RuleScopes;
  readonly now: () => number;
  readonly newId: () => string;
  /** Rules have changed, here or elsewhere: what waits is to be judged again. */
  readonly onChange: () => void;
}

export type Edited = ({ readonly ok: true } & RulesChanged) | Refusal;
export type Drafted = ({ readonly ok: true } & RulesDraft) | Refusal;

type Ran = { readonly ok: true; readonly keys: readonly string[]; readonly inverse: readonly ScopeEdits[] } | Refusal;

const mostSteps = 50;

/** Changes rules in any scope, and takes changes back. */
export class RuleEditor {
  readonly #options: RuleEditorOptions;
  readonly #steps: RuleSteps;
  readonly #undo: (readonly ScopeEdits[])[] = [];
  readonly #redo: (readonly ScopeEdits[])[] = [];
  /** Rules that end with the turn, by session. */
  readonly #turns = new Map<string, Set<string>>();
  readonly #unwatch: () => void;
  /** The change that a person looks at before it is written. */
  #draft: { readonly id: string; readonly change: string; readonly steps: readonly ScopeEdits[] } | undefined;
  #held = 0;
  #missed = false;

  constructor(options: RuleEditorOptions) {
    this.#options = options;
    this.#steps = new RuleSteps(options);
    this.#unwatch = options.scopes.watch(() => this.#changed());
  }

  get history(): { readonly canUndo: boolean; readonly canRedo: boolean } {
    return { canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 };
  }

  /** What a change would make of the file that everybody shares. The change that names this draft then writes exactly that. */
  draft(change: RuleChange): Drafted {
    const planned = this.#steps.of(change);
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

  add(rules: AddRules, request?: RuleRequest): Promise<Edited> {
    return this.addAnd(rules, request, () => {});
  }

  /** Adds rules and does what goes with them. When that fails, the rules go again, and its error goes on. */
  async addAnd(add: AddRules, request: RuleRequest | undefined, then: () => void): Promise<Edited> {
    const { life, sessionId, draft } = add;
    const edited = await this.#do(this.#drafted({ type: 'add', add }, draft) ?? this.#steps.add(add, request), then);
    if (edited.ok && life?.kind === 'turn' && sessionId !== undefined) this.#endsWithTurn(sessionId, edited.keys);
    return edited;
  }

  update(update: UpdateRule): Promise<Edited> {
    return this.#do(this.#drafted({ type: 'update', update }, update.draft) ?? this.#steps.update(update));
  }

  /** Takes rules to another scope, as one step of what can be undone. */
  move(move: MoveRules): Promise<Edited> {
    return this.#do(this.#drafted({ type: 'move', move }, move.draft) ?? this.#steps.move(move));
  }

  remove(names: readonly RuleName[]): Promise<Edited> {
    return this.#do(this.#steps.remove(names));
  }

  undo(): Promise<Edited> {
    return this.#back(this.#undo, this.#redo);
  }

  redo(): Promise<Edited> {
    return this.#back(this.#redo, this.#undo);
  }

  /** Nobody is told of changes before `body` is over: what it confirms must not be decided by a rule that it makes. */
  async quietly<T>(body: () => Promise<T>): Promise<T> {
    this.#held += 1;
    try {
      return await body();
    } finally {
      this.#held -= 1;
      if (this.#held === 0 && this.#missed) this.#changed();
    }
  }

  /** Takes back rules that were to last for one turn. */
  async endTurn(sessionId: string): Promise<void> {
    const ids = this.#turns.get(sessionId);
    if (!ids) return;
    this.#turns.delete(sessionId);
    await this.#dropFrom(sessionId, rule => ids.has(rule.id));
  }

  /** A new conversation begins with nothing allowed; what was forbidden stays so. */
  async endConversation(sessionId: string): Promise<void> {
    this.#turns.delete(sessionId);
    await this.#dropFrom(sessionId, rule => rule.action === 'allow');
  }

  dispose(): void {
    this.#unwatch();
  }

  async #dropFrom(sessionId: string, drops: (rule: StoredRule) => boolean): Promise<void> {
    const store = this.#options.scopes.store('session', sessionId);
    const edits = (store?.list().rules ?? []).filter(drops).map((rule): RuleEdit => ({ type: 'remove', id: rule.id }));
    if (edits.length > 0) await this.#run([{ scope: 'session', sessionId, edits }]);
  }

  #endsWithTurn(sessionId: string, keys: readonly string[]): void {
    const ids = this.#turns.get(sessionId) ?? new Set();
    for (const key of keys) ids.add(key.slice('session:'.length));
    this.#turns.set(sessionId, ids);
  }

  /** The steps that a person has looked at; only for the very change that they were drafted for. */
  #drafted(change: RuleChange, draft: string | undefined): Steps | undefined {
    if (draft === undefined) return undefined;
    const drafted = this.#draft;
    if (drafted?.id !== draft || drafted.change !== nameOf(change)) return { ok: false, problem: conflict };
    return { ok: true, steps: drafted.steps };
  }

  async #do(planned: Steps, then: () => void = () => {}): Promise<Edited> {
    if (!planned.ok) return planned;
    return this.quietly(async () => {
      const ran = await this.#run(planned.steps);
      if (!ran.ok) return ran;
      try {
        then();
      } catch (error) {
        await this.#run(ran.inverse);
        throw error;
      }
      return this.#remember(ran);
    });
  }

  #remember(ran: Ran & { ok: true }): Edited {
    if (ran.inverse.length > 0) {
      this.#undo.push(ran.inverse);
      this.#undo.splice(0, this.#undo.length - mostSteps);
      this.#redo.length = 0;
    }
    return { ok: true, keys: ran.keys, ...this.history };
  }

  async #back(from: (readonly ScopeEdits[])[], to: (readonly ScopeEdits[])[]): Promise<Edited> {
    const steps = from.pop();
    if (!steps) return refused('There is nothing to take back.');
    const ran = await this.#run(steps);
    if (!ran.ok) {
      // Another try makes sense unless the rule itself is gone.
      if (ran.problem.code !== 'gone') from.push(steps);
      return ran;
    }
    to.push(ran.inverse);
    return { ok: true, keys: ran.keys, ...this.history };
  }

  /** All steps, or none: what was done before one that fails is taken back. */
  async #run(steps: readonly ScopeEdits[]): Promise<Ran> {
    const inverse: ScopeEdits[] = [];
    const keys: string[] = [];
    return this.quietly(async () => {
      for (const { scope, sessionId, edits, revision } of steps) {
        const store = this.#options.scopes.store(scope, sessionId);
        const changed = store
          ? await store.change(edits, revision)
          : refused(`There is no place for rules of the scope ${scope}.`);
        if (!changed.ok) {
          for (const back of inverse) await this.#options.scopes.store(back.scope, back.sessionId)?.change(back.edits);
          return changed;
        }
        this.#missed = true;
        keys.push(...changed.ids.filter((_, at) => edits[at]?.type !== 'remove').map(id => ruleKey(scope, id)));
        if (changed.inverse.length > 0) inverse.unshift({ scope, sessionId, edits: changed.inverse });
      }
      return { ok: true, keys: [...new Set(keys)], inverse };
    });
  }

  #changed(): void {
    if (this.#held > 0) {
      this.#missed = true;
      return;
    }
    this.#missed = false;
    this.#options.onChange();
  }
}

/** The same for the same change, whether it names its draft or not. */
function nameOf(change: RuleChange): string {
  return canonical(JSON.parse(JSON.stringify(change, (key, value: unknown) => (key === 'draft' ? undefined : value))));
}
