import type { Confirmed } from '../core/card/confirm';
import type { RuleRef } from '../core/call/ruleRef';
import { canonical } from '../core/base/json';
import type { AddRules, MoveRules, RemoveRules, RuleChange, RulesDraft, UpdateRule } from '../core/ruleAdmin/changes';
import {
  creationOf,
  planChange,
  type PresentRules,
  type Refusal,
  refused,
  type ScopeEdits,
  type Steps,
} from '../core/ruleAdmin/plan';
import type { RuleEdit, RuleRequest, WritableScope } from '../core/ruleAdmin/storedRule';
import { say } from '../core/texts/sentence';
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

interface Draft {
  readonly id: string;
  readonly change: string;
  /** The rules of each place as they were looked at. */
  readonly seen: Seen;
  readonly steps: readonly ScopeEdits[];
}

type Seen = { readonly [scope in WritableScope]?: string | undefined };

type Drafted =
  | ({ readonly ok: true; readonly team?: Omit<NonNullable<RulesDraft['team']>, 'members'> } & Omit<RulesDraft, 'team'>)
  | Refusal;

/** Changes rules in any scope, and takes changes back. */
export class RuleEditor {
  readonly #options: RuleEditorOptions;
  readonly #transactions: RuleTransactions;
  /** Rules that end with the turn, by session. */
  readonly #turns = new Map<string, Set<string>>();
  /** The change that a person looks at before it is written. */
  #draft: Draft | undefined;

  constructor(options: RuleEditorOptions) {
    this.#options = options;
    this.#transactions = new RuleTransactions(options.scopes, options.onChange);
  }

  get history(): { readonly canUndo: boolean; readonly canRedo: boolean } {
    return this.#transactions.history;
  }

  /** What a change would make of rules that others get too. The change that names this draft then writes exactly that. */
  draft(change: RuleChange): Drafted {
    const planned = planChange(change, this.#present());
    if (!planned.ok) return planned;
    const { scopes, newId } = this.#options;
    const [forFile, forTeam] = [editsOf(planned.steps, 'project'), editsOf(planned.steps, 'team')];
    const file = forFile.length > 0 ? scopes.textAfter('project', forFile) : undefined;
    if (file?.ok === false) return file;
    const team = forTeam.length > 0 ? scopes.teamAfter(forTeam) : undefined;
    if (team?.ok === false) return team;
    const seen = { project: file?.revision, team: team?.revision };
    const named = nameOf(change);
    // Asked for again with nothing new it is the same one, which a person may just be confirming.
    const last = this.#draft?.change === named && isSame(this.#draft.seen, seen) ? this.#draft : undefined;
    this.#draft = last ?? { id: newId(), change: named, seen, steps: onlyIfStill(planned.steps, seen) };
    return {
      ok: true,
      draft: this.#draft.id,
      ...(file ? { file: { name: file.file, before: file.before, after: file.after } } : {}),
      ...(team ? { team: { ...team.change, place: team.place } } : {}),
    };
  }

  /** Adds rules, and does what goes with them: both, or neither. */
  async add(add: AddRules, request?: RuleRequest, confirm?: () => Confirmed): Promise<Changed> {
    const { life, sessionId, draft } = add;
    const change = { type: 'add', add } as const;
    const changed = await this.#transactions.change(() => this.#plan(change, draft, request), confirm);
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

  remove(remove: RemoveRules): Promise<Changed> {
    return this.#change({ type: 'remove', remove }, remove.draft);
  }

  /** Whether the team would get what is taken back, or done again. */
  get reachesTeam(): { readonly undo: boolean; readonly redo: boolean } {
    return this.#transactions.reachesTeam;
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
    return this.#transactions.change(() => this.#plan(change, draft));
  }

  #plan(change: RuleChange, draft: string | undefined, request?: RuleRequest): Steps {
    const drafted = this.#drafted(change, draft);
    if (drafted) return drafted.ok ? { ok: true, steps: requestedBy(drafted.steps, request) } : drafted;
    const planned = planChange(change, this.#present(), request);
    if (planned.ok && editsOf(planned.steps, 'team').length > 0)
      return refused(say('What everybody in the team gets is looked at before it is written.'));
    return planned;
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

function editsOf(steps: readonly ScopeEdits[], wanted: WritableScope): readonly RuleEdit[] {
  return steps.filter(({ scope }) => scope === wanted).flatMap(({ edits }) => edits);
}

function isSame(one: Seen, other: Seen): boolean {
  return one.project === other.project && one.team === other.team;
}

/** The first step in each place makes sure that it still is what was looked at; what follows finds what that one made. */
function onlyIfStill(steps: readonly ScopeEdits[], seen: Seen): readonly ScopeEdits[] {
  return steps.map((step, at) => {
    const revision = steps.findIndex(({ scope }) => scope === step.scope) === at ? seen[step.scope] : undefined;
    return revision === undefined ? step : { ...step, revision };
  });
}

/** What was looked at, with the call on whose card it is made; the file of a repository is not told of that. */
function requestedBy(steps: readonly ScopeEdits[], request: RuleRequest | undefined): readonly ScopeEdits[] {
  if (!request) return steps;
  const told = (edit: RuleEdit): RuleEdit =>
    edit.type === 'add' && edit.rule.created
      ? { ...edit, rule: { ...edit.rule, created: creationOf('team', edit.rule.created, request) } }
      : edit;
  return steps.map(step => (step.scope === 'team' ? { ...step, edits: step.edits.map(told) } : step));
}

/** The same for the same change, whether it names its draft or not. */
function nameOf(change: RuleChange): string {
  return canonical(JSON.parse(JSON.stringify(change, (key, value: unknown) => (key === 'draft' ? undefined : value))));
}
