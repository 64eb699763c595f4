import { byName } from './byName';

/** Settings of git, as git prints their names. What stands in none of these lists may start a program. */

/**
 * Settings that start no program, open no other repository and add nothing to what is shown: names by section, where
 * `section.*` is a section with a name of its own, and `*` stands for every name in each of the sections before it.
 */
const harmless: Readonly<Record<string, string>> = {
  ['user author committer color color.* column advice branch branch.* push pull init tag status index ' +
    'pack gc gc.* feature versionsort checkout apply am clean stash blame i18n rerere transfer fsck ' +
    'receive fetch fetch.* rebase revert commit commitgraph notes notes.* safe format pretty grep http ' +
    'http.* include includeif.* mailmap worktree maintenance sparse splitindex showbranch completion lfs ' +
    'lfs.* gitlens vscode github gitlab hub hub.* gitflow gitflow.* delta delta.* magit tig lazygit']: '*',
  core:
    'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode autocrlf eol safecrlf quotepath ' +
    'symlinks trustctime checkstat untrackedcache splitindex compression loosecompression bigfilethreshold excludesfile ' +
    'attributesfile abbrev commentchar commentstring preloadindex fscache longpaths hidedotfiles protecthfs protectntfs ' +
    'whitespace multipackindex commitgraph deltabasecachelimit packedgitlimit packedgitwindowsize fsync fsyncmethod ' +
    'fsyncobjectfiles sharedrepository warnambiguousrefs maxtreedepth sparsecheckout sparsecheckoutcone notesref ' +
    'usereplacerefs filesreflocktimeout packedrefstimeout createobject restrictinheritedhandles unsetenvvars disambiguate ' +
    'checkroundtripencoding ignorestat prefersymlinkrefs hookspath worktree fsmonitorhookversion',
  help: 'autocorrect format htmlpath',
  log: 'abbrevcommit date decorate diffmerges excludedecoration follow graphcolors initialdecorationset mailmap showroot',
  merge:
    'ff conflictstyle log renames renamelimit stat autostash verifysignatures tool guitool defaulttoupstream branchdesc ' +
    'directoryrenames renormalize suppressdest verbosity autoedit',
  'merge.*': 'name recursive',
  extensions: 'objectformat compatobjectformat worktreeconfig refstorage preciousobjects relativeworktrees noop',
  remote: 'pushdefault',
  'remote.*':
    'url fetch pushurl push mirror prune prunetags tagopt skipdefaultupdate skipfetchall followremotehead gh-resolved',
  'url.*': 'insteadof pushinsteadof',
  submodule: 'recurse active fetchjobs alternatelocation alternateerrorstrategy propagatebranches',
  'submodule.*': 'url active branch ignore fetchrecursesubmodules path',
  diff:
    'algorithm autorefreshindex colormoved colormovedws context dirstat ignoresubmodules indentheuristic interhunkcontext ' +
    'mnemonicprefix noprefix relative renames renamelimit statgraphwidth statnamewidth submodule suppressblankempty tool ' +
    'guitool wordregex wserrorhighlight orderfile srcprefix dstprefix',
  'diff.*': 'xfuncname funcname binary wordregex algorithm cachetextconv trustexitcode',
  'filter.*': 'required',
  // Of other programs: git does not read these.
  'svn-remote.*': '*',
};

/**
 * Those of them that change how something is shown or compared, and nothing else. What a repository has of the others is
 * known by what git says of it, with all that it includes; of a line that names another file it is not.
 */
const ofLooks: Readonly<Record<string, string>> = {
  ['color color.* column advice status versionsort pretty i18n pager alias']: '*',
  core:
    'abbrev autocrlf checkstat commentchar eol filemode fscache fsmonitor ignorecase longpaths precomposeunicode ' +
    'preloadindex quotepath safecrlf symlinks trustctime whitespace',
  user: 'name email',
  author: 'name email',
  committer: 'name email',
  log: 'abbrevcommit date decorate diffmerges excludedecoration follow graphcolors initialdecorationset showroot showsignature',
  diff:
    'algorithm colormoved colormovedws context dirstat indentheuristic interhunkcontext mnemonicprefix noprefix relative ' +
    'renames renamelimit statgraphwidth statnamewidth suppressblankempty wordregex wserrorhighlight srcprefix dstprefix',
  blame: 'blankboundary coloring date showemail showroot',
  branch: 'sort',
  tag: 'sort',
  grep: 'column extendedregexp fullname linenumber patterntype threads',
  format: 'pretty',
  gc: 'auto',
  maintenance: 'auto',
};

const sets = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map([...byName(lists)].map(([section, list]) => [section, new Set(list.split(' '))]));
const [harmlessSets, setsOfLooks] = [sets(harmless), sets(ofLooks)];

export const isHarmlessKey = (key: string): boolean => isIn(harmlessSets, key);
export const isKeyOfLooks = (key: string): boolean => isIn(setsOfLooks, key);

/** `diff.tool` is in `diff`, `diff.png.textconv` in `diff.*`. */
function isIn(lists: ReadonlyMap<string, ReadonlySet<string>>, key: string): boolean {
  const known = lists.get(sectionOf(key));
  return known !== undefined && (known.has('*') || known.has(key.slice(key.lastIndexOf('.') + 1)));
}

/** Sections from which commands that only read take programs, as far as they are not in the list above. */
export function isReadingSection(key: string): boolean {
  return /^(?:core|diff|filter|hook|log)(?:\.\*)?$/.test(sectionOf(key));
}

function sectionOf(key: string): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  return first === last ? key.slice(0, first) : `${key.slice(0, first)}.*`;
}

/** These start a program only with a terminal, when something is written or sent, or when it is named. */
export const startedElsewhere: ReadonlySet<string> = new Set(
  'core.pager core.editor core.sshcommand core.askpass core.gitproxy core.alternaterefscommand diff.guitool'.split(' '),
);

/** What `git lfs install` writes. */
export const lfsFilter: ReadonlySet<string> = new Set([
  'filter.lfs.clean=git-lfs clean -- %f',
  'filter.lfs.smudge=git-lfs smudge -- %f',
  'filter.lfs.smudge=git-lfs smudge --skip -- %f',
  'filter.lfs.process=git-lfs filter-process',
  'filter.lfs.process=git-lfs filter-process --skip',
]);
