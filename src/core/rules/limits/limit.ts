import type { SessionLimits } from '../../session/enforcement';
import type { Sentence } from '../../texts/sentence';
import type { Facts, RuleSource } from '../language/verdict';

/** How far the kernel holds a rule: wholly, in part, or not at all, which leaves it to our reading of the command. */
export type Hold = 'kernel' | 'partly' | 'reading';

/** What becomes of one deny or ask rule. */
export interface RuleHold {
  readonly rule: string;
  readonly source: RuleSource;
  readonly hold: Hold;
  /** What is left to reading, and why; nothing where the kernel holds it all. */
  readonly why?: Sentence;
}

/** The rules as limits of the kernel. */
export interface RuleLimits extends SessionLimits {
  readonly holds: readonly RuleHold[];
}

export interface Found {
  readonly path: string;
  readonly isFolder: boolean;
}

/** What the machine has to say to it. */
export interface Ground {
  /** The folder of the session, with its links resolved. */
  readonly cwd: string;
  readonly home: string;
  readonly now: number;
  readonly realPath: Facts['realPath'];
  /** Where Claude Code keeps what is its own, by each of its names. */
  readonly agentFolders: readonly string[];
  /** All that lies below the folder of the session; `complete` is false where there was more than is looked at. */
  readonly tree: { readonly found: readonly Found[]; readonly complete: boolean };
  /** The files by which a program can be started, links resolved. */
  readonly programFiles: (program: string) => readonly string[];
  /** Those of the caches of package managers that are there. */
  readonly caches: readonly string[];
  /** Files of Latch itself, absolute. */
  readonly ownFiles: readonly string[];
  /** What lies in the folders elsewhere that are opened: what is protected in them stays so. */
  readonly opened: readonly { readonly folder: string; readonly tree: Ground['tree'] }[];
}
