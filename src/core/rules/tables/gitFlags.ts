/** What options of `git log`, `git show` and `git diff` do to what is shown. */

/** These choose commits and how they are named: no file is looked at. */
export const namingFlags: ReadonlySet<string> = new Set(
  (
    'oneline graph decorate no-decorate decorate-refs decorate-refs-exclude all branches tags remotes glob exclude max-count n ' +
    'skip since after until before author committer grep i E F P all-match invert-grep regexp-ignore-case extended-regexp ' +
    'fixed-strings perl-regexp merges no-merges min-parents max-parents first-parent abbrev abbrev-commit no-abbrev-commit ' +
    'pretty format date date-order topo-order author-date-order reverse no-walk log-size use-mailmap notes no-notes source ' +
    'parents children left-right cherry boundary relative-date walk-reflogs g color no-color encoding q quiet full-history ' +
    'simplify-by-decoration ancestry-path z'
  ).split(' '),
);

/** These look at files, and show at most their names and how much has changed. */
export const countingFlags: ReadonlySet<string> = new Set(
  (
    'stat shortstat numstat summary name-only name-status raw dirstat compact-summary s no-patch stat-width diff-filter ' +
    'find-renames find-copies M C no-renames S G pickaxe-all pickaxe-regex ignore-all-space ignore-space-change ' +
    'ignore-space-at-eol ignore-blank-lines ignore-cr-at-eol w b cherry-pick cherry-mark follow show-pulls full-diff relative ' +
    'no-relative ignore-submodules minimal patience histogram no-ext-diff no-textconv exit-code R cached staged merge-base'
  ).split(' '),
);

/** One of these replaces the patch that `git diff` and `git show` print otherwise. */
export const insteadOfPatch: ReadonlySet<string> = new Set(
  'stat shortstat numstat summary name-only name-status raw dirstat compact-summary s no-patch quiet'.split(' '),
);

/** Options about the form of what is printed: left out of a list of files. A number or a text may be glued to them. */
export const formOptions =
  /^(?:-(?:[puszqWat]|U[0-9]*)+|--(?:patch|no-patch|unified|stat|shortstat|numstat|summary|name-only|name-status|raw|oneline|decorate|no-decorate|color|no-color|word-diff|color-words|format|pretty|abbrev|abbrev-commit|no-abbrev-commit|relative|no-relative|check|binary|full-index|compact-summary|dirstat|function-context|patch-with-stat|quiet|exit-code|submodule|color-moved|ws-error-highlight|stat-width|text|relative-date|log-size|reverse|no-notes|notes|no-ext-diff|no-textconv|no-prefix)(?:=.*)?)$/s;

/** Options that choose what is listed, alone or with a glued value. */
export const choosingOptions =
  /^(?:-(?:[mciRgbwEFP]|n[0-9]+|[0-9]+|M[0-9]*%?|C[0-9]*%?|B[0-9/%]*|[SGL].+)|--[a-z-]+(?:=.*)?)$/s;
