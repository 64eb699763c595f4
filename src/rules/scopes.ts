import { called, claudeContent, entriesOf, keptEntriesOf, type ScopeContent, scoped } from './entries';
import { homedir } from 'node:os';
import type { ScopedRule, ScopeEntry } from '../core/rules';
import type { Scope } from '../core/call/ruleRef';
import type { RuleEdit, StoredRule, StoreProblem, WritableScope } from '../core/ruleAdmin/storedRule';
import { planEdits } from '../core/ruleAdmin/edits';
import { type Refusal, refused } from '../core/ruleAdmin/plan';
import { type TeamChange, teamChange } from '../core/ruleAdmin/teamChange';
import { ClaudeRules } from '../stores/claudeSettings';
import { type KeptMemory, type KeptRule, KeptRules } from './keptRules';
import { rulesIn, type TextAfter } from '../stores/fileStore';
import { MemoryStore } from '../stores/memoryStore';
import type { RuleList, RuleStore } from '../stores/ruleStore';
import { type Place, placesOf, projectRules, type RulePlacesOptions } from './places';
import { say } from '../core/texts/sentence';
import { teamContent, type TeamMoment, type TeamRules } from './teamRules';

export interface RuleScopesOptions extends RulePlacesOptions {
  /** Whether the person accepted what the repository's own rules file allows. Its deny and ask rules always count. */
  readonly projectAllows: () => boolean;
  /** CLAUDE_CONFIG_DIR of the agent, where it has one. */
  readonly claudeFolder?: () => string | undefined;
  /** The rules that are shared with a team. */
  readonly team?: TeamRules;
  /** Where it is remembered what files forbade; without it only as long as this lives. */
  readonly kept?: KeptMemory;
}

/** What a change would make of the rules of a team, as it was at the revision. */
type TeamAfter =
  | { readonly ok: true; readonly revision: string; readonly place: string; readonly change: TeamChange }
  | Refusal;

/** The rules of one place where rules stand. */
export interface RuleLayer {
  readonly place: string;
  readonly revision: string;
  readonly entries: () => readonly ScopeEntry[];
}

/** What all stores hold at one moment. */
interface Moment {
  readonly lists: readonly RuleList[];
  /** For each place, what its file forbade and does not any longer. */
  readonly gone: readonly (readonly KeptRule[])[];
  readonly claude: ReturnType<ClaudeRules['list']> | undefined;
  readonly team: TeamMoment | undefined;
  readonly session: (sessionId: string) => RuleList | undefined;
  readonly projectAllows: boolean;
}

/** The rules of every scope, as they are at this moment. */
export class RuleScopes {
  readonly #options: RuleScopesOptions;
  readonly #places: readonly Place[];
  readonly #claude: ClaudeRules | undefined;
  readonly #kept: KeptRules;
  readonly #sessions = new Map<string, MemoryStore>();
  readonly #entries = new WeakMap<StoredRule, ScopedRule>();
  /** By what calls are judged while a change runs. */
  #held: { readonly moment: Moment; readonly sessions: Map<string, RuleList> } | undefined;

  constructor(options: RuleScopesOptions) {
    this.#options = options;
    this.#kept = new KeptRules(options.kept ?? { read: () => ({}), write: () => {} });
    this.#places = placesOf({
      ...options,
      whileProjectIsWritten: (change, write) => {
        const { whileProjectIsWritten: around = (_, inner) => inner() } = options;
        return around(change, async () => {
          const written = await write();
          const [before, after] = [rulesIn(change.before ?? ''), rulesIn(change.after)];
          if (written) this.#kept.changedHere(projectRules(options.workspace), before, after);
          return written;
        });
      },
    });
    this.#claude = options.files
      ? undefined
      : new ClaudeRules(() => ({
          home: homedir(),
          workspace: options.workspace,
          claudeFolder: this.claudeFolder,
        }));
  }

  get claudeFolder(): string | undefined {
    return this.#options.claudeFolder?.();
  }

  /** Where rules of a scope are written; undefined where that scope has no place. */
  store(scope: WritableScope, sessionId?: string): RuleStore | undefined {
    if (scope === 'team') return this.team?.writing;
    if (scope === 'session') return sessionId === undefined ? undefined : this.#session(sessionId);
    return this.#places.find(place => place.scope === scope && !place.required)?.store;
  }

  /** Those with whom rules are shared. */
  get team(): TeamRules | undefined {
    return this.#options.team;
  }

  /** What edits would make of the text of a scope's file. Nothing is written. */
  textAfter(scope: WritableScope, edits: readonly RuleEdit[]): TextAfter {
    const place = this.#places.find(it => it.scope === scope && !it.required);
    if (place) return place.store.textAfter(edits);
    return {
      ok: false,
      problem: { code: 'invalid', message: say('Rules of the scope {scope} have no file.', { scope: say(scope) }) },
    };
  }

  /** What edits would make of the rules of the team. Nothing is written. */
  teamAfter(edits: readonly RuleEdit[]): TeamAfter {
    const store = this.team?.store;
    if (!store) return refused(say('There is no place for rules of the scope {scope}.', { scope: say('team') }));
    const { rules, revision } = store.list();
    const planned = planEdits(rules, edits);
    if (!planned.ok) return planned;
    return { ok: true, revision, place: store.place, change: teamChange(rules, planned.rules) };
  }

  /** The folder that a leading `/` of a path rule of this scope means. */
  rootOf(scope: Scope): string {
    return this.#places.find(place => place.scope === scope)?.root ?? this.#options.workspace;
  }

  /** All rules that count and all that may have been one, each with where it is written. */
  rules(sessionId: string | undefined): readonly ScopeEntry[] {
    return this.layers(sessionId).flatMap(({ entries }) => entries());
  }

  /** The same, by where they stand: what has another revision has other rules. */
  layers(sessionId: string | undefined): readonly RuleLayer[] {
    const moment = this.#moment();
    const { workspace } = this.#options;
    const { claude, projectAllows, team } = moment;
    const list = sessionId === undefined ? undefined : moment.session(sessionId);
    const layer = (place: string, revision: string, entries: () => readonly ScopeEntry[]): RuleLayer => {
      return { place, revision, entries: () => entries().map(entry => called(entry, workspace)) };
    };
    const from = { scope: 'session', ...(sessionId === undefined ? {} : { sessionId }) } as const;
    const own = (): readonly ScopeEntry[] => (list?.rules ?? []).map(rule => scoped(rule, from, workspace));
    const all = moment.lists.map(({ revision }) => revision).join('\n');
    return [
      layer(`session ${sessionId ?? ''}`, list?.revision ?? '', own),
      ...this.#places.map((place, at) => {
        const rules = moment.lists[at];
        return layer(`${at}`, `${projectAllows}\n${rules?.revision}`, () =>
          entriesOf(place, rules, projectAllows, rule => this.#entryOf(place, rule)),
        );
      }),
      layer('kept', `${this.#kept.revision} ${moment.gone.flat().length}\n${all}`, () =>
        this.#places.flatMap((place, at) => keptEntriesOf(place, moment.gone[at] ?? [])),
      ),
      ...(team ? [layer('team', team.revision, () => team.entries(workspace))] : []),
      layer('claude', `${projectAllows}\n${claude?.revision}`, () => [
        ...(claude?.rules ?? []),
        ...(claude?.unreadable ?? []),
        ...(projectAllows ? (claude?.unaccepted ?? []) : []),
      ]),
    ];
  }

  /** The same one for the same rule: what was compiled of it is found by that. */
  #entryOf({ scope, root }: Place, rule: StoredRule): ScopedRule {
    const known = this.#entries.get(rule);
    if (known) return known;
    const entry = called(scoped(rule, { scope }, root), this.#options.workspace);
    this.#entries.set(rule, entry);
    return entry;
  }

  /** Every scope with all it holds, also what does not count. */
  contents(sessionId: string | undefined): readonly ScopeContent[] {
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId)?.list();
    const root = this.#options.workspace;
    return [
      ...(session ? [{ scope: 'session' as const, root, ...session }] : []),
      ...this.#places.map(place => ({ scope: place.scope, file: place.file, root: place.root, ...place.store.list() })),
      ...teamContent(this.#options.team?.now(), root),
      ...(this.#claude ? [claudeContent(this.#claude)] : []),
    ];
  }

  /** What is wrong with the files, for a banner that leads to the line. */
  get problems(): readonly StoreProblem[] {
    const all = [
      ...this.#places.flatMap(place => place.store.list().problems),
      ...(this.#options.team?.now()?.list.problems ?? []),
      ...(this.#claude?.list().problems ?? []),
    ];
    return all.filter(({ code }) => code !== 'unknownKey');
  }

  /** Rules that forbid and are gone from their files: they count until a person lets them go. */
  get kept(): readonly KeptRule[] {
    this.#present();
    return this.#kept.all.filter(({ expires }) => expires === undefined || expires > Date.now());
  }

  letGo(rules: Parameters<KeptRules['letGo']>[0]): void {
    this.#kept.letGo(rules);
  }

  get projectAllows(): boolean {
    return this.#options.projectAllows();
  }

  /** Calls are judged by the rules as they are now, until the result is called. */
  hold(): () => void {
    const sessions = new Map([...this.#sessions].map(([id, store]) => [id, store.list()]));
    this.#held = { moment: { ...this.#present(), session: id => sessions.get(id) }, sessions };
    return () => {
      this.#held = undefined;
    };
  }

  /** Takes rules of a session away at once, also while others are held. Whether there were any. */
  endRules(sessionId: string, ends: (rule: StoredRule) => boolean): boolean {
    const store = this.#sessions.get(sessionId);
    if (!store?.end(ends)) return false;
    const held = this.#held?.sessions.get(sessionId);
    if (held) {
      const rules = held.rules.filter(rule => !ends(rule));
      this.#held?.sessions.set(sessionId, { ...held, rules, revision: `${held.revision} without ended ones` });
    }
    return true;
  }

  watch(changed: () => void): () => void {
    const ends = this.#places.map(place => place.store.watch(changed));
    if (this.#options.team) ends.push(this.#options.team.watch(changed));
    if (this.#claude) ends.push(this.#claude.watch(changed));
    return () => {
      for (const end of ends) end();
    };
  }

  endSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** What a team forbids meanwhile holds at once: a change that waits for its server may take seconds. */
  #moment(): Moment {
    return this.#held ? { ...this.#held.moment, team: this.team?.now() } : this.#present();
  }

  #present(): Moment {
    const lists = this.#places.map(place => place.store.list());
    return {
      lists,
      gone: this.#places.map((place, at) => this.#goneFrom(place, lists[at])),
      claude: this.#claude?.list(),
      team: this.#options.team?.now(),
      session: id => this.#sessions.get(id)?.list(),
      projectAllows: this.#options.projectAllows(),
    };
  }

  /** Of the file that others write too; one that cannot be read asks anyway, and tells nothing of what went. */
  #goneFrom({ scope, file }: Place, list: RuleList | undefined): readonly KeptRule[] {
    return scope !== 'project' || list === undefined || list.broken ? [] : this.#kept.gone(file, list);
  }

  #session(sessionId: string): MemoryStore {
    const known = this.#sessions.get(sessionId);
    if (known) return known;
    const store = new MemoryStore();
    this.#sessions.set(sessionId, store);
    return store;
  }
}
