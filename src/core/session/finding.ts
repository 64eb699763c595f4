import type { Sentence } from '../texts/sentence';

/**
 * What a repository brings that the agent would run or obey outside any approval: its hooks run in every workspace, its
 * servers are started, its variables are set, and `!` lines in its skills and commands are executed as they are read.
 */
export interface Finding {
  readonly kind:
    | 'hook'
    | 'server'
    | 'environment'
    | 'allowRule'
    | 'commandLine'
    | 'helper'
    | 'mode'
    | 'setting'
    | 'skill'
    | 'unknown'
    | 'unreadable';
  /** Relative to the folder. */
  readonly file: string;
  readonly line?: number;
  /** When it acts: the event of a hook, the name of a server or variable. */
  readonly name: string;
  /** What runs or is set, as written; empty where it takes more than a line. */
  readonly text: string;
  /** What we say of it, where it has no words of its own. */
  readonly says?: Sentence;
}

/** A file of the repository that the agent reads on its own. */
export interface RepositoryFile {
  readonly file: string;
  /** Undefined when it is there and cannot be read. */
  readonly text: string | undefined;
}
