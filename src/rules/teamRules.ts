import type { RuleEdit, StoredRule } from '../core/ruleAdmin/storedRule';
import { acceptedAs, countingFor, endOfAllows, type TeamAcceptance, type TeamView } from '../core/ruleAdmin/team';
import type { ScopedRule, ScopeEntry } from '../core/rules';
import type { Sentence } from '../core/texts/sentence';
import type { Changed, RuleList, RuleStore } from '../stores/ruleStore';
import type { TeamStore } from '../stores/teamStore';
import { type ScopeContent, scoped } from './entries';

interface TeamRulesOptions {
  /** What this person let the team allow, by the place of its store. */
  readonly accepted: {
    readonly read: (place: string) => TeamAcceptance;
    readonly change: (place: string, change: (before: TeamAcceptance) => TeamAcceptance) => void;
    /** Tells of what is accepted elsewhere, such as in another window. */
    readonly watch?: (changed: () => void) => () => void;
  };
  /** How long what the team allows holds while its store cannot be read. */
  readonly allowsForMs: () => number;
}

/** The rules of a team at one moment, and how they count for this person. */
export interface TeamMoment {
  readonly list: RuleList;
  /** What has another one has other rules, or counts them otherwise. */
  readonly revision: string;
  readonly entries: (root: string) => readonly ScopeEntry[];
  readonly counts: (rule: StoredRule) => boolean;
  /** This person may not change them now. */
  readonly readOnly: boolean;
}

/** The rules that this person shares with a team, where they share any. */
export class TeamRules {
  readonly #options: TeamRulesOptions;
  readonly #watchers = new Set<() => void>();
  readonly #entries = new WeakMap<StoredRule, { readonly root: string; readonly entry: ScopedRule }>();
  #store: TeamStore | undefined;
  #accepted: TeamAcceptance | undefined;
  /** What was said last, for as long as nothing else is to be said: each call asks. */
  #known:
    | {
        readonly moment: TeamMoment;
        readonly accepted: TeamAcceptance;
        readonly end: number | undefined;
      }
    | undefined;
  /** Why there is no store where there should be one: what it forbids is not known. */
  #refused: Sentence | undefined;
  #unwatch: () => void = () => {};
  readonly #unwatchAccepted: () => void;

  constructor(options: TeamRulesOptions) {
    this.#options = options;
    this.#unwatchAccepted =
      options.accepted.watch?.(() => {
        this.#accepted = undefined;
        this.#tell();
      }) ?? (() => {});
  }

  /** The store whose rules count from now on; a reason, where there should be one and is none. */
  use(next: TeamStore | Sentence | undefined): void {
    this.#unwatch();
    void this.#store?.close();
    this.#store = next && 'list' in next ? next : undefined;
    this.#refused = next && !('list' in next) ? next : undefined;
    this.#accepted = undefined;
    this.#unwatch = this.#store?.watch(() => this.#tell()) ?? (() => {});
    this.#tell();
  }

  get store(): TeamStore | undefined {
    return this.#store;
  }

  get accepted(): TeamAcceptance {
    this.#accepted ??= this.#options.accepted.read(this.#store?.place ?? '');
    return this.#accepted;
  }

  /** What is to be said of the team; undefined where no store is open. */
  get view(): Omit<TeamView, 'members'> | undefined {
    const store = this.#store;
    if (!store) return undefined;
    const { place, status } = store;
    const until = status.state === 'offline' ? endOfAllows(status, this.#options.allowsForMs()) : undefined;
    return {
      place,
      state: status.state,
      trusted: this.accepted.all,
      mayWrite: mayWrite(store),
      ...(status.state === 'offline' ? { why: status.why } : {}),
      ...(status.state === 'connecting' || status.readAt === undefined ? {} : { readAt: status.readAt }),
      ...(until === undefined || until === 0 ? {} : { allowsUntil: until }),
    };
  }

  /** Undefined where nothing is shared. */
  now(): TeamMoment | undefined {
    if (this.#refused) return refusedMoment(this.#refused);
    const store = this.#store;
    if (!store) return undefined;
    const [list, accepted, end] = [store.list(), this.accepted, endOfAllows(store.status, this.#options.allowsForMs())];
    const known = this.#known;
    if (
      known?.moment.list === list &&
      known.accepted === accepted &&
      known.end === end &&
      known.moment.readOnly === !mayWrite(store)
    )
      return known.moment;
    const counts = countingFor(accepted);
    const moment: TeamMoment = {
      list,
      revision: [store.place, list.revision, list.broken, end, JSON.stringify(accepted)].join('\n'),
      counts,
      readOnly: !mayWrite(store),
      entries: root => [
        ...list.rules.filter(counts).map(rule => this.#entryOf(rule, root, end)),
        ...list.unreadable.map(({ why }) => ({ why, source: { scope: 'team' as const } })),
      ],
    };
    this.#known = { moment, accepted, end };
    return moment;
  }

  /** Where this person writes rules of the team; undefined where none are shared. */
  get writing(): RuleStore | undefined {
    const store = this.#store;
    return (
      store && {
        list: () => store.list(),
        watch: changed => store.watch(changed),
        change: (edits, revision) => this.#change(store, edits, revision),
      }
    );
  }

  /** This person lets the team allow these, each named by what it said when it was shown. */
  accept(names: readonly string[]): void {
    this.#accept(({ all, rules }) => ({ all, rules: [...new Set([...rules, ...names])] }));
  }

  /** Whether this person lets the team allow everything, from now on; without it, nothing that was accepted stays so. */
  trust(all: boolean): void {
    this.#accept(() => ({ all, rules: [] }));
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  async close(): Promise<void> {
    this.#unwatch();
    this.#unwatchAccepted();
    await this.#store?.close();
  }

  /** What a person lets the others allow, they allow themselves. */
  async #change(store: TeamStore, edits: readonly RuleEdit[], revision: string | undefined): Promise<Changed> {
    const changed = await store.change(edits, revision);
    if (!changed.ok) return changed;
    const written = new Set(changed.ids.filter((_, at) => edits[at] && saysAnew(edits[at])));
    const allows = store.list().rules.filter(({ id, action }) => action === 'allow' && written.has(id));
    if (allows.length > 0) this.accept(allows.map(acceptedAs));
    return changed;
  }

  #accept(change: (before: TeamAcceptance) => TeamAcceptance): void {
    this.#accepted = change(this.accepted);
    this.#options.accepted.change(this.#store?.place ?? '', change);
    this.#tell();
  }

  /** The same one for the same rule, but for what ends because nobody can ask whether it still holds. */
  #entryOf(rule: StoredRule, root: string, end: number | undefined): ScopedRule {
    if (rule.action === 'allow' && end !== undefined) {
      const ending = { ...rule, expires: Math.min(rule.expires ?? Number.POSITIVE_INFINITY, end) };
      return scoped(ending, { scope: 'team' }, root);
    }
    const known = this.#entries.get(rule);
    if (known?.root === root) return known.entry;
    const entry = scoped(rule, { scope: 'team' }, root);
    this.#entries.set(rule, { root, entry });
    return entry;
  }

  #tell(): void {
    for (const changed of this.#watchers) changed();
  }
}

function saysAnew(edit: RuleEdit): boolean {
  switch (edit.type) {
    case 'add':
      return true;
    case 'update':
      return (
        edit.changes.action !== undefined || edit.changes.pattern !== undefined || edit.changes.expires !== undefined
      );
    case 'remove':
      return false;
    default:
      return edit satisfies never;
  }
}

function mayWrite({ status }: TeamStore): boolean {
  return status.state === 'online' && status.mayWrite;
}

function refusedMoment(why: Sentence): TeamMoment {
  const list: RuleList = {
    rules: [],
    revision: 'refused',
    problems: [{ code: 'broken', message: why }],
    unreadable: [{ why }],
    broken: true,
  };
  return {
    list,
    revision: `refused ${why.text}`,
    counts: () => true,
    readOnly: true,
    entries: () => [{ why, source: { scope: 'team' } }],
  };
}

export function teamContent(team: TeamMoment | undefined, root: string): readonly ScopeContent[] {
  if (!team) return [];
  const { list, counts, readOnly } = team;
  const [rules, brought] = [list.rules.filter(counts), list.rules.filter(rule => !counts(rule))];
  return [{ ...list, scope: 'team', root, rules, brought, readOnly }];
}
