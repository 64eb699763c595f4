import type { Sentence } from '../../texts/sentence';
import type { PermissionMode } from '../../call/mode';
import type { Alarm, Risk } from '../../call/judgement';
import type { Action, Scope } from '../../call/ruleRef';
import type { RuleInput } from '../../call/ruleInput';

export interface RuleSource {
  readonly scope: Scope;
  /** Names the rule in its store. */
  readonly id?: string;
  /** Whose rule it is, in the scope `session`. */
  readonly sessionId?: string;
  readonly file?: string;
  /** How a person calls the file. */
  readonly shown?: string;
  readonly line?: number;
}

/** One step of the explanation. The first of a verdict's steps is the one that decided. */
export interface Because {
  /** The simple command as it was written, for shell calls. */
  readonly command?: string;
  readonly verdict: Action;
  readonly rule?: string;
  readonly source?: RuleSource;
  readonly reason: Sentence;
}

/** One thing that a call does, and to what. */
export interface VerdictEffect {
  /** The name of its risk. */
  readonly kind: string;
  /** A path, a host, a program: what it happens to, where that can be told. */
  readonly object?: string;
  /** How many files, where that can be told. */
  readonly count?: number;
  /** The command that does it, as it was written. */
  readonly part?: string;
  readonly alarm: Alarm;
  /** Completes "It …". */
  readonly sentence: Sentence;
}

export interface Verdict {
  readonly decision: Action;
  /** Proven to change nothing and to reveal no secret, whatever the rules say. */
  readonly readOnly: boolean;
  readonly risk: Risk;
  readonly riskReasons: readonly string[];
  readonly riskSentence: Sentence;
  readonly effects: readonly VerdictEffect[];
  readonly because: readonly Because[];
}

/** A rule together with where it stands. `root` is the folder that a leading `/` of its path pattern means. */
export interface ScopedRule extends RuleInput {
  readonly source: RuleSource;
  readonly root: string;
}

/** What could not be read where rules stand. It may have forbidden anything, so every call asks. */
export interface Unreadable {
  readonly source: RuleSource;
  /** A sentence. */
  readonly why: Sentence;
}

/** What a scope gives to the engine. */
export type ScopeEntry = ScopedRule | Unreadable;

export interface ToolUse {
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
}

type Platform = 'linux' | 'darwin' | 'win32';

export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface GitSetting {
  /** Where git has it from: `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  /** As git prints it: section and name in lower case. */
  readonly key: string;
  readonly value: string;
}

/** What git itself says of a folder. Outside any repository there are only settings. */
export interface GitRepository {
  readonly found: boolean;
  /** The folder of its files; a bare one has none. */
  readonly root: string | undefined;
  /** All that git obeys there, in its order: a later one counts more. */
  readonly settings: readonly GitSetting[];
  /** The hooks that can be started. */
  readonly hooks: readonly string[];
}

/** What stands at one place of the disk, as far as links are concerned: whoever decides looks at it once. */
export type LinkAt = { readonly target: string } | 'no link' | 'missing' | 'unknown';

/** What the engine may ask about the machine. The answers must be quick: they are asked while a call waits. */
export interface Facts {
  /**
   * Where the kernel would really go: symlinks followed in order, the part that does not exist kept as it is.
   * `undefined` when that cannot be known (a loop, no permission).
   */
  realPath(path: string, seen?: Map<string, LinkAt>): string | undefined;
  /** What stands in a folder, some thousands at most; `undefined` for what is no folder or cannot be read. */
  entries(folder: string): readonly Entry[] | undefined;
  /** The text of a small regular file; `undefined` where there is none, or it cannot be read. */
  text(file: string): string | undefined;
  /** What `git ls-files` prints in this folder; `undefined` when that cannot be told. */
  tracked(folder: string): readonly string[] | undefined;
  /** What git says of this folder; `undefined` when it does not say, or not in time. Nothing of the repository runs. */
  git(folder: string): GitRepository | undefined;
  /** What a git command that only reads prints; `undefined` when it fails or takes too long. */
  gitAnswer(folder: string, args: readonly string[]): string | undefined;
}

export interface Context {
  readonly workspace: readonly string[];
  readonly home: string;
  /** Where Claude Code keeps what is its own; without it, `.claude` in the home. */
  readonly claudeFolder?: string | undefined;
  readonly platform: Platform;
  /** The workspace is trusted: git may read its configuration. */
  readonly trusted: boolean;
  readonly mode: PermissionMode;
  readonly skip: {
    readonly fileEdits: boolean;
    readonly bash: boolean;
    readonly skills: boolean;
    readonly mcp: boolean;
  };
  readonly trustAll: boolean;
  /** The kernel keeps commands in the workspace, and a person wants to be asked about what leaves it alone. */
  readonly confined?: boolean;
  /** The kernel holds commands: it keeps them from the hosts that rules forbid, and asks for others. */
  readonly held?: boolean;
  /** The agent takes what a repository brings, also from the folders in which it opens a file. */
  readonly takes?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly facts: Facts;
}
