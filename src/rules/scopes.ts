import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ScopedRule, ScopeEntry } from '../core/rules';
import type { Scope } from '../core/call/ruleRef';
import { shownPath } from '../core/base/shownPath';
import type { RuleEdit, StoredRule, StoreProblem, WritableScope } from '../core/ruleAdmin/storedRule';
import { ClaudeRules } from '../stores/claudeSettings';
import { FileStore, type TextAfter } from '../stores/fileStore';
import { MemoryStore } from '../stores/memoryStore';
import type { RuleList, RuleStore } from '../stores/ruleStore';
import { sha256 } from '../stores/sha256';

export interface RuleScopesOptions {
  readonly workspace: string;
  /** Rules files that the person named; instead of those that are found. */
  readonly files?: readonly string[];
  /** Where rules for this folder lie that are nobody else's; without it there are none. */
  readonly privateFolder?: string;
  /** Whether the person accepted what the repository's own rules file allows. Its deny and ask rules always count. */
  readonly projectAllows: () => boolean;
  /** Told of each change of the project's rules that was made here. */
  readonly onProjectWritten?: (before: string | undefined, after: string) => Promise<void>;
}

/** What one scope holds, for whoever shows it. */
export interface ScopeContent extends RuleList {
  readonly scope: Scope;
  readonly file?: string;
  readonly root: string;
  /** Allow rules of the repository in the settings of the agent: they count once they are accepted. */
  readonly brought?: readonly StoredRule[];
}

interface Place {
  readonly scope: Scope;
  readonly file: string;
  readonly store: FileStore;
  /** The folder that a leading `/` of a path rule means. */
  readonly root: string;
  /** Without this file nothing is known, so its absence asks. */
  readonly required: boolean;
}

/** The rules of every scope, as they are at this moment. */
export class RuleScopes {
  readonly #options: RuleScopesOptions;
  readonly #places: readonly Place[];
  readonly #claude: ClaudeRules | undefined;
  readonly #sessions = new Map<string, MemoryStore>();

  constructor(options: RuleScopesOptions) {
    this.#options = options;
    this.#places = options.files ? options.files.map(file => named(file, options.workspace)) : foundPlaces(options);
    this.#claude = options.files ? undefined : new ClaudeRules({ home: homedir(), workspace: options.workspace });
  }

  /** Where rules of a scope are written; undefined where that scope has no place. */
  store(scope: WritableScope, sessionId?: string): RuleStore | undefined {
    if (scope === 'session') return sessionId === undefined ? undefined : this.#session(sessionId);
    return this.#places.find(place => place.scope === scope && !place.required)?.store;
  }

  /** What edits would make of the text of a scope's file. Nothing is written. */
  textAfter(scope: WritableScope, edits: readonly RuleEdit[]): TextAfter {
    const place = this.#places.find(it => it.scope === scope && !it.required);
    if (place) return place.store.textAfter(edits);
    return { ok: false, problem: { code: 'invalid', message: `Rules of the scope ${scope} have no file.` } };
  }

  file(scope: Scope): string | undefined {
    return this.#places.find(place => place.scope === scope)?.file;
  }

  /** The folder that a leading `/` of a path rule of this scope means. */
  rootOf(scope: Scope): string {
    return this.#places.find(place => place.scope === scope)?.root ?? this.#options.workspace;
  }

  /** Changes whenever a rule does that counts for this session. */
  revision(sessionId: string | undefined): string {
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId)?.list().revision;
    const files = this.#places.map(place => place.store.list().revision);
    return [session, ...files, this.#claude?.list().revision, this.#options.projectAllows()].join('\n');
  }

  /** All rules that count and all that may have been one, each with where it is written. */
  rules(sessionId: string | undefined): readonly ScopeEntry[] {
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId)?.list().rules;
    const { workspace } = this.#options;
    return [
      ...(session ?? []).map(rule => scoped(rule, 'session', workspace)),
      ...this.#places.flatMap(place => this.#rulesOf(place)),
      ...(this.#claude?.list().rules ?? []),
      ...(this.#claude?.list().unreadable ?? []),
      ...(this.projectAllows ? (this.#claude?.list().unaccepted ?? []) : []),
    ].map(rule => called(rule, workspace));
  }

  /** Every scope with all it holds, also what does not count. */
  contents(sessionId: string | undefined): readonly ScopeContent[] {
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId)?.list();
    const root = this.#options.workspace;
    return [
      ...(session ? [{ scope: 'session' as const, root, ...session }] : []),
      ...this.#places.map(place => ({ scope: place.scope, file: place.file, root: place.root, ...place.store.list() })),
      ...(this.#claude ? [claudeContent(this.#claude)] : []),
    ];
  }

  /** What is wrong with the files, for a banner that leads to the line. */
  get problems(): readonly StoreProblem[] {
    return [...this.#places.flatMap(place => place.store.list().problems), ...(this.#claude?.list().problems ?? [])];
  }

  get projectAllows(): boolean {
    return this.#options.projectAllows();
  }

  watch(changed: () => void): () => void {
    const ends = this.#places.map(place => place.store.watch(changed));
    if (this.#claude) ends.push(this.#claude.watch(changed));
    return () => {
      for (const end of ends) end();
    };
  }

  endSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  #session(sessionId: string): MemoryStore {
    const known = this.#sessions.get(sessionId);
    if (known) return known;
    const store = new MemoryStore();
    this.#sessions.set(sessionId, store);
    return store;
  }

  /** What is there and cannot be understood may have denied anything; so may a file that must be there and is not. */
  #rulesOf({ scope, file, store, root, required }: Place): readonly ScopeEntry[] {
    const { rules, unreadable, revision } = store.list();
    const counting = scope === 'project' && !this.projectAllows ? rules.filter(rule => rule.action !== 'allow') : rules;
    const missing = required && revision === 'none' ? [{ why: 'There is no such file.' }] : [];
    return [
      ...counting.map(rule => scoped(rule, scope, root)),
      ...[...missing, ...unreadable].map(({ why, ...place }) => ({ why, source: { scope, file, ...place } })),
    ];
  }
}

function foundPlaces(options: RuleScopesOptions): readonly Place[] {
  const { workspace, privateFolder, onProjectWritten } = options;
  const own = privateFolder === undefined ? undefined : join(privateFolder, `${sha256(workspace).slice(0, 32)}.json`);
  const project = projectRules(workspace);
  const user = userRules();
  const base = { required: false } as const;
  return [
    ...(own === undefined
      ? []
      : [
          {
            ...base,
            scope: 'workspace' as const,
            file: own,
            store: new FileStore({ file: own, private: true }),
            root: workspace,
          },
        ]),
    {
      ...base,
      scope: 'project',
      file: project,
      store: new FileStore({
        file: project,
        within: workspace,
        ...(onProjectWritten ? { onWritten: onProjectWritten } : {}),
      }),
      root: workspace,
    },
    { ...base, scope: 'user', file: user, store: new FileStore({ file: user }), root: homedir() },
  ];
}

function named(file: string, root: string): Place {
  return { scope: 'user', file, store: new FileStore({ file }), root, required: true };
}

function called<T extends ScopeEntry>(rule: T, workspace: string): T {
  const { file } = rule.source;
  if (file === undefined) return rule;
  return { ...rule, source: { ...rule.source, shown: shownPath(file, workspace, homedir()) } };
}

function scoped(rule: StoredRule, scope: Scope, root: string): ScopedRule {
  const { id, action, pattern, file, line, expires, description } = rule;
  return {
    action,
    pattern,
    source: { scope, id, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) },
    root,
    ...(expires === undefined ? {} : { expires }),
    ...(description === undefined ? {} : { description }),
  };
}

function claudeContent(claude: ClaudeRules): ScopeContent {
  const { rules, unaccepted, unreadable, revision, problems } = claude.list();
  return {
    scope: 'claude',
    root: 'claude',
    rules: rules.map(storedRule),
    brought: unaccepted.map(storedRule),
    revision,
    problems,
    unreadable: unreadable.map(({ why, source: { line = 1 } }) => ({ why, line })),
    broken: problems.some(({ code }) => code === 'broken'),
  };
}

function storedRule({ action, pattern, source }: ScopedRule): StoredRule {
  const { id = pattern, file, line } = source;
  return {
    action,
    pattern,
    id,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

export function projectRules(workspace: string): string {
  return join(workspace, '.latch', 'rules.json');
}

export function userRules(): string {
  return join(homedir(), '.latch', 'rules.json');
}
