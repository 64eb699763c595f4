import type { ShellWord } from '../shell/syntax';
import { globalOptionsWithValue } from '../tables/wrappers';

const writers = new Set(
  'checkout switch restore merge rebase cherry-pick revert pull am apply clean checkout-index read-tree stash bisect sparse-checkout submodule worktree clone'.split(
    ' ',
  ),
);
const showers = new Set(
  'show diff log blame annotate grep cat-file archive whatchanged diff-tree diff-index diff-files format-patch notes unpack-file interpret-trailers stash reflog bundle fast-export worktree range-diff'.split(
    ' ',
  ),
);

/**
 * Git keeps other versions of every file: which files of the folder a subcommand changes, and whose text it shows, is
 * not said by its words.
 */
export function gitFiles(words: readonly ShellWord[]): { readonly writes: boolean; readonly shows: boolean } {
  const values = words.map(word => word.value ?? word.raw);
  const skip = globalOptionsWithValue('git');
  let at = 1;
  while (values[at]?.startsWith('-') === true) at += skip.has(values[at] ?? '') ? 2 : 1;
  const name = values[at] ?? '';
  const rest = values.slice(at + 1);
  const creates = /^(?:-b|-B|-c|--create|--orphan)$/.test(rest[0] ?? '') && rest.length === 2;
  const onlyLists = rest.some(value =>
    /^--(?:name-only|name-status|stat|shortstat|numstat|summary|oneline)$/.test(value),
  );
  const patch = rest.some(value => /^-(?:[a-zA-Z]*[pLG]|p|u|-patch)/.test(value));
  const lists = name === 'log' || name === 'reflog' || name === 'stash' || name === 'whatchanged';
  return {
    writes:
      (writers.has(name) && !creates && !/^(?:list|show|status)$/.test(rest[0] ?? '')) ||
      (name === 'reset' && rest.some(value => /^--(?:h|k|me)/.test(value))),
    shows: showers.has(name) && (lists ? patch : !onlyLists || patch),
  };
}
