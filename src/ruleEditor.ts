import { maskText } from './core/secrets';
import {
  isWritable,
  type RuleCreation,
  type RuleEdit,
  ruleKey,
  type RuleRequest,
  type StoredRule,
  type StoreProblem,
  type WritableScope,
} from './core/storedRule';
import type { AddRules, RuleLife, RuleName, RulesChanged, UpdateRule } from './core/rulesRpc';
import type { RuleScopes } from './ruleScopes';

export interface RuleEditorOptions {
  readonly scopes: RuleScopes;
  readonly now: () => number;
  readonly newId: () => string;
  /** Rules have changed, here or elsewhere: what waits is to be judged again. */
  readonly onChange: () => void;
}

export type Edited = ({ readonly ok: true } & RulesChanged) | { readonly ok: false; readonly problem: StoreProblem };

/** Edits of one store, as one step of what can be undone. */
interface ScopeEdits {
  readonly scope: WritableScope;
  readonly sessionId?: string | undefined;
  readonly edits: readonly RuleEdit[];
}

type Ran =
  | { readonly ok: true; readonly keys: readonly string[]; readonly inverse: readonly ScopeEdits[] }
  | { readonly ok: false; readonly problem: StoreProblem };

const mostSteps = 50;
const longestRequest = 200;

/** Changes rules in any scope, and takes changes back. */
export class RuleEditor {
  readonly #options: RuleEditorOptions;
  readonly #undo: (readonly ScopeEdits[])[] = [];
  readonly #redo: (readonly ScopeEdits[])[] = [];
  /** Rules that end with the turn, by session. */
  readonly #turns = new Map<string, Set<string>>();
  readonly #unwatch: () => void;
  #held = 0;
  #missed = false;

  constructor(options: RuleEditorOptions) {
    this.#options = options;
    this.#unwatch = options.scopes.watch(() => this.#changed());
  }

  get history(): { readonly canUndo: boolean; readonly canRedo: boolean } {
    return { canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 };
  }

  add(rules: AddRules, request?: RuleRequest): Promise<Edited> {
    return this.addAnd(rules, request, () => {});
  }

  /** Adds rules and does what goes with them. When that fails, the rules go again, and its error goes on. */
  async addAnd(
    { scope, sessionId, rules, life, by = 'panel' }: AddRules,
    request: RuleRequest | undefined,
    then: () => void,
  ): Promise<Edited> {
    const expires = this.#expiry(life);
    if (life?.kind === 'turn' && scope !== 'session')
      return refused('Only a rule of this session can end with the turn.');
    const created = this.#creation(scope, by, request);
    const edits = rules.map(
      (rule): RuleEdit => ({
        type: 'add',
        rule: {
          ...rule,
          id: this.#options.newId(),
          created,
          ...(expires === undefined ? {} : { expires }),
        },
      }),
    );
    const edited = await this.#do([{ scope, sessionId, edits }], then);
    if (edited.ok && life?.kind === 'turn' && sessionId !== undefined) this.#endsWithTurn(sessionId, edited.keys);
    return edited;
  }

  async update({ changes, moveTo, ...name }: UpdateRule): Promise<Edited> {
    const found = this.#find(name);
    if (!found.ok) return found;
    const { scope, rule } = found;
    const { expiresAt, ...rest } = changes;
    const edit: RuleEdit = {
      type: 'update',
      id: rule.id,
      changes: { ...rest, ...(expiresAt === undefined ? {} : { expires: expiresAt }), updated: this.#options.now() },
    };
    const { sessionId } = name;
    if (moveTo === undefined || moveTo === scope) return this.#do([{ scope, sessionId, edits: [edit] }]);
    const { file: _file, line: _line, ...plain } = rule;
    // Into the new scope before it leaves the old one: a crash between the two leaves the rule in both, not in none.
    return this.#do([
      { scope: moveTo, sessionId, edits: [{ type: 'add', rule: shareable(plain, moveTo) }, edit] },
      { scope, sessionId, edits: [{ type: 'remove', id: rule.id }] },
    ]);
  }

  async remove(names: readonly RuleName[]): Promise<Edited> {
    const byStore = new Map<string, ScopeEdits & { edits: RuleEdit[] }>();
    for (const name of names) {
      const found = this.#find(name);
      if (!found.ok) return found;
      const key = `${name.scope} ${name.sessionId ?? ''}`;
      const group = byStore.get(key) ?? { scope: found.scope, sessionId: name.sessionId, edits: [] };
      group.edits.push({ type: 'remove', id: name.id });
      byStore.set(key, group);
    }
    return this.#do([...byStore.values()]);
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

  #find(
    name: RuleName,
  ):
    | { readonly ok: true; readonly scope: WritableScope; readonly rule: StoredRule }
    | { readonly ok: false; readonly problem: StoreProblem } {
    const { scope, id, sessionId } = name;
    if (!isWritable(scope)) return refused('This rule is not one of Latch. Change it where it is written.');
    const rule = this.#options.scopes
      .store(scope, sessionId)
      ?.list()
      .rules.find(it => it.id === id);
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

  #endsWithTurn(sessionId: string, keys: readonly string[]): void {
    const ids = this.#turns.get(sessionId) ?? new Set();
    for (const key of keys) ids.add(key.slice('session:'.length));
    this.#turns.set(sessionId, ids);
  }

  async #do(steps: readonly ScopeEdits[], then: () => void = () => {}): Promise<Edited> {
    return this.quietly(async () => {
      const ran = await this.#run(steps);
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
      for (const { scope, sessionId, edits } of steps) {
        const store = this.#options.scopes.store(scope, sessionId);
        const changed = store
          ? await store.change(edits)
          : ({
              ok: false,
              problem: { code: 'invalid', message: `There is no place for rules of the scope ${scope}.` },
            } as const);
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

function shareable(rule: StoredRule, scope: WritableScope): StoredRule {
  if (scope !== 'project' || !rule.created) return rule;
  const { at, by } = rule.created;
  return { ...rule, created: { at, by } };
}

function refused(message: string): { readonly ok: false; readonly problem: StoreProblem } {
  return { ok: false, problem: { code: 'invalid', message } };
}
