/** How the operands of a read-only command are judged. */
export type OperandRule =
  | 'none'
  | 'any'
  /** Names of files whose metadata is shown: they must lie inside the workspace. */
  | 'path'
  /** Files whose content is shown: inside the workspace and no secret. */
  | 'read'
  | 'grep'
  | 'find'
  | 'date'
  | 'env'
  | 'envcmd'
  | 'test'
  | 'jq'
  | 'sed'
  | 'awk'
  | 'npm'
  | 'git'
  | 'cd'
  | 'set'
  | 'commandq'
  | 'xargs'
  | 'readb'
  | 'rev'
  | 'branchlist'
  | 'taglist'
  | 'remote'
  | 'stash'
  | 'reflog'
  | 'wtlist'
  | 'config'
  | 'symbolic'
  | 'gitvar';

/** The read-only form of one command. Lists are words separated by blanks. */
export interface SafeCommand {
  /** Letters of short flags without a value. */
  readonly short?: string;
  /** Letters of short flags with a value. */
  readonly shortValue?: string;
  /** A `?` at its end stands for `help version`, which most have. */
  readonly long?: string;
  readonly longValue?: string;
  /** Flags that are never read-only, whatever the other lists say. */
  readonly never?: string;
  /** Flags whose value names a file that is read. */
  readonly pathFlags?: string;
  /** Long flags that take two values. */
  readonly twoValues?: string;
  /** Exactly one of these arguments, or none at all when the list is empty. */
  readonly only?: string;
  /** All arguments, joined by blanks, have this form; what its group `file` holds is a file that is read. */
  readonly form?: RegExp;
  /** What none of its arguments may hold. */
  readonly without?: RegExp;
  readonly maxOperands?: number;
  /** Unquoted globs are fine among the operands. */
  readonly globs?: true;
  /** Flags that are fine with the value that is glued to them. */
  readonly whole?: RegExp;
  /** `-5` is a number. */
  readonly numberFlags?: true;
  readonly negativeNumbers?: true;
  readonly plusNumbers?: true;
  /** Only prints its arguments: substitutions of safe commands are fine in them. */
  readonly inert?: true;
  /** Given a folder, opens files in it also without an option that says so. */
  readonly comparesFolders?: true;
  /** Opens all files below its operands, but those that are hidden or that git ignores. */
  readonly searches?: true;
  /** Takes anything that looks like a flag as text. */
  readonly rawFlags?: true;
  /** Letters of the flags without a dash, as `ps aux` takes them. */
  readonly bsd?: string;
  readonly operands: OperandRule;
}
