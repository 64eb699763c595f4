import type { ShellWord } from '../shell/syntax';
import { globalOptionsWithValue } from '../tables/wrappers';

/** Subcommands that change no file of the folder, as far as their words go. */
const leavesFiles = set(
  'add annotate archive blame branch cat-file check-attr check-ignore check-mailmap cherry column commit commit-graph commit-tree ' +
    'config count-objects describe diff diff-files diff-index diff-tree fetch fetch-pack for-each-ref fsck gc grep hash-object help ' +
    'interpret-trailers log ls-files ls-remote ls-tree maintenance merge-base merge-tree mktag mktree name-rev notes pack-refs ' +
    'patch-id prune push range-diff reflog remote repack rerere rev-list rev-parse send-pack shortlog show show-branch ' +
    'show-index show-ref status stripspace symbolic-ref tag update-index update-ref var verify-commit verify-tag version whatchanged ' +
    'write-tree --version',
);

/** Subcommands that show names and messages, and text of files only by the options below. */
const showsNames = set(
  'add am apply bisect branch check-attr check-ignore check-mailmap checkout checkout-index cherry cherry-pick clean clone commit ' +
    'commit-graph config count-objects describe fetch for-each-ref fsck gc help init log ls-files ls-remote ls-tree maintenance merge ' +
    'merge-base mv name-rev pack-refs prune pull push read-tree rebase reflog remote repack reset restore rev-list rev-parse revert ' +
    'rm shortlog show-ref sparse-checkout stash status submodule switch symbolic-ref tag update-index update-ref var version ' +
    'whatchanged write-tree --version',
);

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Options by which a subcommand of those above shows text, or has another file read for it. */
const showing =
  /^(?:-[a-zA-Z]*[pieLG]|-[pLG].*|--(?:p|patch.*|unified.*|interactive|edit|cc|dd|remerge-diff|diff-merges.*|file.*|blob.*|show-current-patch.*|word-diff.*|color-words.*|check|binary|function-context)|-[UFf].*)$/;
const namesOnly = /^--(?:name-only|name-status|stat|shortstat|numstat|summary|oneline)$/;

interface Touch {
  readonly writes: boolean;
  readonly shows: boolean;
}

/**
 * Git keeps other versions of every file: which files of the folder a subcommand changes, and whose text it shows, is
 * not said by its words. What is not known to leave files alone may touch any.
 */
export function gitFiles(words: readonly ShellWord[]): Touch {
  const { name, rest } = subcommand(words);
  const first = rest[0] ?? '';
  const creates =
    /^(?:checkout|switch)$/.test(name) &&
    (/^(?:-b|-B|-c|--create)$/.test(first) || (name === 'checkout' && first === '--orphan')) &&
    rest.length === 2;
  const onlyLists = /^(?:stash|worktree|submodule|bisect)$/.test(name) && /^(?:list|show|status|log)$/.test(first);
  const begins = name === 'init' && rest.every(value => value.startsWith('-'));
  const resets = name === 'reset' && !rest.some(value => /^--(?:h|k|me)/.test(value));
  // What it writes into another folder can be read there.
  const elsewhere = words.some(word => (word.value ?? word.raw).startsWith('--work-tree'));
  return {
    writes: !(leavesFiles.has(name) || creates || onlyLists || begins || resets) || writesElsewhere(name, rest),
    shows: showsText(name, rest) || (elsewhere && !leavesFiles.has(name)),
  };
}

function subcommand(words: readonly ShellWord[]): { readonly name: string; readonly rest: readonly string[] } {
  const values = words.map(word => word.value ?? word.raw);
  const skip = globalOptionsWithValue('git');
  let at = 1;
  while (values[at]?.startsWith('-') === true && values[at] !== '--version') at += skip.has(values[at] ?? '') ? 2 : 1;
  return { name: values[at] ?? '', rest: values.slice(at + 1) };
}

export function gitSubcommand(words: readonly ShellWord[]): string {
  return subcommand(words).name;
}

/** Whether it is a command of git itself, which no alias can replace. */
export function isGitCommand(name: string): boolean {
  return leavesFiles.has(name) || showsNames.has(name);
}

/** `git archive -o x` writes a file of the command's choice. */
function writesElsewhere(name: string, rest: readonly string[]): boolean {
  return name === 'archive' && rest.some(value => /^(?:-o|--o)/.test(value));
}

function showsText(name: string, rest: readonly string[]): boolean {
  const lists = name === 'stash' && rest[0] === 'show' && !rest.some(value => namesOnly.test(value));
  if (/^(?:show|diff)$/.test(name)) return !rest.some(value => namesOnly.test(value)) || rest.some(isShowing);
  if (!showsNames.has(name) || lists) return true;
  // A copy of another folder of this machine brings all of its files.
  if (name === 'clone')
    return !rest.some(value => /^[a-z+]+:\/\/|^[\w.-]+@[\w.-]+:/.test(value) && !value.startsWith('file:'));
  if (/^(?:commit|status)$/.test(name) && rest.some(value => /^(?:-[a-z]*v|--v)/.test(value))) return true;
  if (/^(?:log|reflog|stash|whatchanged|add|checkout|reset|restore|am|config|submodule)$/.test(name))
    return rest.some(isShowing);
  return name === 'commit' && rest.some(value => /^(?:-[a-z]*p$|--pat|--i)/.test(value));
}

function isShowing(value: string): boolean {
  return showing.test(value);
}
