import { type RuleRef, refKey } from '../core/call/ruleRef';
import { type Refusal, refused, type ScopeEdits, type Steps } from '../core/ruleAdmin/plan';
import type { Confirmed } from '../core/card/confirm';
import type { RuleScopes } from './scopes';
import type { StoredRule } from '../core/ruleAdmin/storedRule';
import type { RulesChanged } from '../core/ruleAdmin/changes';
import { say } from '../core/texts/sentence';

export type Changed = ({ readonly ok: true } & RulesChanged) | Refusal;

type Written =
  | { readonly ok: true; readonly rules: readonly RuleRef[]; readonly inverse: readonly ScopeEdits[] }
  | Refusal;

const mostSteps = 50;

/**
 * Each change of rules as a whole: it is planned on what is there, written, confirmed by what goes with it, and told,
 * or nothing of it stays. One runs after the other, and while one runs, calls are judged by the rules as they were.
 */
export class RuleTransactions {
  readonly #scopes: RuleScopes;
  readonly #onChange: () => void;
  readonly #undo: (readonly ScopeEdits[])[] = [];
  readonly #redo: (readonly ScopeEdits[])[] = [];
  readonly #unwatch: () => void;
  #last: Promise<unknown> = Promise.resolve();
  #isOpen = false;
  /** Whether there is something to tell once the open one is over. */
  #isChanged = false;

  constructor(scopes: RuleScopes, onChange: () => void) {
    this.#scopes = scopes;
    this.#onChange = onChange;
    this.#unwatch = scopes.watch(() => this.#changed());
  }

  get history(): { readonly canUndo: boolean; readonly canRedo: boolean } {
    return { canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 };
  }

  /** Whether the team would get what is taken back, or done again. */
  get reachesTeam(): { readonly undo: boolean; readonly redo: boolean } {
    const reaches = (all: readonly (readonly ScopeEdits[])[]): boolean =>
      all.at(-1)?.some(({ scope }) => scope === 'team') ?? false;
    return { undo: reaches(this.#undo), redo: reaches(this.#redo) };
  }

  /** A change that can be taken back. When what goes with it is refused or fails, nothing was changed. */
  change(plan: () => Steps, confirm: () => Confirmed = () => ({ ok: true })): Promise<Changed> {
    return this.#alone(async () => {
      const written = await this.#writeAll(plan());
      if (!written.ok) return written;
      const confirmed = await this.#confirmed(written, confirm);
      if (!confirmed.ok) return refused(confirmed.reason);
      if (written.inverse.length > 0) {
        this.#undo.push(written.inverse);
        this.#undo.splice(0, this.#undo.length - mostSteps);
        this.#redo.length = 0;
      }
      return this.#done(written);
    });
  }

  /** Rules of a session that come to their end do so at once, also while a change runs, and stay gone. */
  end(sessionId: string, ends: (rule: StoredRule) => boolean): void {
    if (this.#scopes.endRules(sessionId, ends)) this.#changed();
  }

  undo(): Promise<Changed> {
    return this.#alone(() => this.#back(this.#undo, this.#redo));
  }

  redo(): Promise<Changed> {
    return this.#alone(() => this.#back(this.#redo, this.#undo));
  }

  dispose(): void {
    this.#unwatch();
  }

  /** What goes with a change that was written; without it, the change is taken back. */
  async #confirmed({ inverse }: Written & { readonly ok: true }, confirm: () => Confirmed): Promise<Confirmed> {
    let isConfirmed = false;
    try {
      const confirmed = confirm();
      isConfirmed = confirmed.ok;
      return confirmed;
    } finally {
      if (!isConfirmed) await this.#takeBack(inverse);
    }
  }

  #alone<T>(body: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#open(body));
    this.#last = result.catch(() => {});
    return result;
  }

  async #open<T>(body: () => Promise<T>): Promise<T> {
    const letGo = this.#scopes.hold();
    this.#isOpen = true;
    try {
      return await body();
    } finally {
      letGo();
      this.#isOpen = false;
      if (this.#isChanged) this.#changed();
    }
  }

  async #back(from: (readonly ScopeEdits[])[], to: (readonly ScopeEdits[])[]): Promise<Changed> {
    const steps = from.pop();
    if (!steps) return refused(say('There is nothing to take back.'));
    const written = await this.#writeAll({ ok: true, steps });
    if (!written.ok) {
      // Another try makes sense unless the rule itself is gone.
      if (written.problem.code !== 'gone') from.push(steps);
      return written;
    }
    to.push(written.inverse);
    return this.#done(written);
  }

  /** All steps, or none: what was done before one that fails is taken back. */
  async #writeAll(planned: Steps): Promise<Written> {
    if (!planned.ok) return planned;
    const inverse: ScopeEdits[] = [];
    const rules = new Map<string, RuleRef>();
    for (const { scope, sessionId, edits, revision } of planned.steps) {
      const store = this.#scopes.store(scope, sessionId);
      const changed = store
        ? await store.change(edits, revision)
        : refused(say('There is no place for rules of the scope {scope}.', { scope: say(scope) }));
      if (!changed.ok) {
        await this.#takeBack(inverse);
        return changed;
      }
      this.#isChanged = true;
      for (const [at, id] of changed.ids.entries()) {
        const ref = scope === 'session' && sessionId !== undefined ? { scope, id, sessionId } : { scope, id };
        if (edits[at]?.type !== 'remove') rules.set(refKey(ref), ref);
      }
      if (changed.inverse.length > 0) inverse.unshift({ scope, sessionId, edits: changed.inverse });
    }
    return { ok: true, rules: [...rules.values()], inverse };
  }

  async #takeBack(inverse: readonly ScopeEdits[]): Promise<void> {
    for (const { scope, sessionId, edits } of inverse) await this.#scopes.store(scope, sessionId)?.change(edits);
  }

  #done({ rules }: Written & { readonly ok: true }): Changed {
    return { ok: true, rules, ...this.history };
  }

  /** Rules have changed, here or elsewhere. */
  #changed(): void {
    this.#isChanged = this.#isOpen;
    if (!this.#isOpen) this.#onChange();
  }
}
