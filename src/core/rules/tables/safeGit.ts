import type { SafeCommand } from './safeCommand';

const anything = { operands: 'any' } as const;
const revisions = { operands: 'rev' } as const;

/** Options of what shows changes, and of what shows one change after another. */
const changes =
  'stat shortstat numstat summary name-only name-status patch no-patch raw cached staged color no-color word-diff color-words minimal patience histogram ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines ignore-cr-at-eol check full-index binary abbrev no-renames find-renames find-copies pickaxe-all pickaxe-regex reverse relative text exit-code quiet function-context no-ext-diff no-textconv no-prefix merge-base cc dirstat compact-summary submodule patch-with-stat no-relative';
const history = `${changes} oneline graph all decorate no-decorate follow merges no-merges first-parent abbrev-commit no-abbrev-commit branches tags remotes source parents children left-right cherry-pick cherry-mark topo-order date-order author-date-order full-history simplify-by-decoration boundary walk-reflogs relative-date all-match invert-grep regexp-ignore-case extended-regexp fixed-strings perl-regexp no-walk log-size use-mailmap notes no-notes pretty full-diff show-pulls ancestry-path cherry decorate-refs`;
const changeValues =
  'stat color word-diff word-diff-regex diff-filter unified inter-hunk-context abbrev diff-algorithm find-renames find-copies relative src-prefix dst-prefix dirstat submodule ignore-submodules color-moved stat-width ws-error-highlight anchored';
const historyValues = `${changeValues} max-count skip since after until before author committer grep pretty format date decorate decorate-refs decorate-refs-exclude branches tags remotes glob exclude min-parents max-parents encoding notes`;

const log: SafeCommand = {
  short: 'pugcmtsqzLnawbWEFPigR',
  shortValue: 'nLSGUMCl',
  long: history,
  longValue: historyValues,
  numberFlags: true,
  ...revisions,
};

/** Of what lists changes for scripts: names, and no text of a file. */
const changedNames: SafeCommand = {
  short: 'rtz',
  long: 'name-only name-status no-commit-id root cached quiet exit-code',
  longValue: 'diff-filter',
  ...revisions,
};

/** Subcommands of git that only read, each with the flags that keep it so. */
export const safeGit: Readonly<Record<string, SafeCommand>> = {
  status: {
    short: 'sbvzu',
    shortValue: 'u',
    long: 'short branch show-stash long verbose ignored no-renames ahead-behind no-ahead-behind untracked-files porcelain renames column no-column',
    longValue: 'porcelain untracked-files ignored ignore-submodules column find-renames',
    ...anything,
  },
  diff: {
    short: 'puwbRWzasqB',
    shortValue: 'UGSlMCOX',
    long: changes,
    longValue: changeValues,
    never: 'O',
    ...revisions,
  },
  'diff-tree': changedNames,
  'diff-index': changedNames,
  'diff-files': changedNames,
  log,
  whatchanged: log,
  show: {
    short: 'pusqwbWza',
    shortValue: 'nUSGMC',
    long: history,
    longValue: historyValues,
    numberFlags: true,
    ...revisions,
  },
  branch: {
    short: 'arvil',
    long: 'all remotes verbose list show-current ignore-case no-color color no-column column',
    longValue: 'format sort contains no-contains merged no-merged points-at abbrev color column',
    operands: 'branchlist',
  },
  remote: { short: 'v', long: 'verbose', operands: 'remote' },
  stash: { operands: 'stash' },
  tag: {
    short: 'lni',
    shortValue: 'n',
    long: 'list ignore-case no-column column',
    longValue: 'sort format contains no-contains merged no-merged points-at column',
    operands: 'taglist',
  },
  'rev-parse': {
    short: 'q',
    long: 'abbrev-ref short show-toplevel verify quiet is-inside-work-tree is-bare-repository git-dir git-common-dir show-prefix show-cdup symbolic symbolic-full-name all branches tags remotes absolute-git-dir is-inside-git-dir is-shallow-repository show-superproject-working-tree',
    longValue: 'short abbrev-ref glob since until git-path',
    ...anything,
  },
  'ls-files': {
    short: 'cdomiskuvtzf',
    shortValue: 'xX',
    long: 'cached deleted modified others ignored stage killed unmerged exclude-standard error-unmatch full-name directory no-empty-directory eol recurse-submodules abbrev debug deduplicate',
    longValue: 'exclude abbrev with-tree format',
    never: 'X',
    ...anything,
  },
  'ls-tree': {
    short: 'drtlz',
    long: 'long name-only name-status full-name full-tree object-only',
    longValue: 'abbrev format',
    ...anything,
  },
  blame: {
    short: 'lwescfnbtpCMS',
    shortValue: 'LMCS',
    long: 'root show-stats line-porcelain porcelain incremental show-name show-number show-email progress no-progress color-lines color-by-age',
    longValue: 'date abbrev since ignore-rev',
    never: 'S',
    ...anything,
  },
  describe: {
    long: 'all tags contains always long dirty first-parent exact-match debug broken',
    longValue: 'dirty abbrev candidates match exclude',
    ...anything,
  },
  shortlog: {
    short: 'nsecw',
    long: 'numbered summary email committer all no-merges',
    longValue: 'format group since until after before author',
    numberFlags: true,
    ...revisions,
  },
  reflog: { operands: 'reflog' },
  'cat-file': { short: 'tsep', long: '', never: 'textconv filters batch batch-check batch-command', ...anything },
  'for-each-ref': {
    long: 'ignore-case',
    longValue: 'format sort count points-at merged no-merged contains no-contains exclude',
    ...anything,
  },
  'show-ref': {
    short: 'hqds',
    long: 'head heads tags verify hash dereference quiet branches',
    longValue: 'hash abbrev',
    ...anything,
  },
  'merge-base': { short: 'a', long: 'all is-ancestor fork-point octopus independent', ...anything },
  'rev-list': {
    short: 'n',
    shortValue: 'n',
    long: 'all count oneline no-merges merges left-right first-parent reverse objects branches tags',
    longValue: 'max-count max-parents min-parents since until author grep',
    numberFlags: true,
    ...anything,
  },
  'name-rev': { long: 'name-only always tags all', longValue: 'refs', ...anything },
  'count-objects': { short: 'vH', long: 'verbose human-readable', ...anything },
  worktree: { operands: 'wtlist' },
  'symbolic-ref': { operands: 'symbolic' },
  var: { operands: 'gitvar' },
  config: { operands: 'config' },
  grep: {
    short: 'iwvnlLcEFPGhHopqaIWr',
    shortValue: 'eABCmf',
    long: 'ignore-case word-regexp invert-match line-number files-with-matches name-only files-without-match count extended-regexp fixed-strings perl-regexp basic-regexp cached untracked heading break all-match and or not show-function function-context color no-color recurse-submodules column quiet text',
    longValue: 'after-context before-context context max-depth color threads max-count',
    never: 'O f',
    ...anything,
  },
  version: { long: 'build-options', ...anything },
  'check-ignore': { short: 'vnq', long: 'verbose non-matching quiet no-index', ...anything },
};
