import type { SafeCommand } from './safeCommand';

/** Any number of files. */
const files = { globs: true, operands: 'read' } as const;

/** Any number of names, of which only what is known of the files is shown. */
const places = { globs: true, operands: 'path' } as const;

const anything = { operands: 'any' } as const;

const nothing = { operands: 'none' } as const;

/** All arguments together have this form. */
function form(pattern: RegExp): SafeCommand {
  return { form: pattern, ...nothing };
}

const digest: SafeCommand = {
  short: 'bctwz',
  long: 'binary check tag text zero quiet status strict warn ?',
  ...files,
};

const containerQueries: SafeCommand = form(
  /^(?:ps|images|version|port [\w.-]+|top [\w.-]+|history [\w.:/-]+|stats --no-stream|(?:container|image|volume|network|context|plugin|node|service) ls|context show|image history [\w.:/-]+|diff [\w.-]+|system df|compose (?:ls|version))(?: (?:-a|-q|-l|-s|-aq|-qa|--all|--quiet|--latest|--size|--no-trunc|(?:-n|--last)[= ]?[0-9]+|(?:-f|--filter)[= ][\w.=:/-]+|--format[= ](?:table|json|[\w.{}:\\\0-]+)))*$/,
);
const packageQueries: SafeCommand = form(
  /^(?:list|show|check)(?: (?:-l|-v|-f|--local|--user|--not-required|--format[= ](?:columns|freeze|json)|--files|--all|--editable|-e|[A-Za-z][\w.-]*))*$/,
);

const grep: SafeCommand = {
  short: 'EFGPiyvwxcLlqsnHhbZzaIrRoT',
  shortValue: 'ABCmefdD',
  long: 'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp count files-without-match files-with-matches quiet silent no-messages line-number with-filename no-filename byte-offset null null-data text recursive dereference-recursive only-matching initial-tab line-buffered color ?',
  longValue:
    'after-context before-context context max-count regexp file directories include exclude exclude-dir exclude-from binary-files color label',
  pathFlags: 'f file exclude-from',
  globs: true,
  numberFlags: true,
  operands: 'grep',
};

/** What openssl shows of a certificate, a request for one or a list of those that are revoked. */
const certificateParts =
  '(?: -(?:noout|text|dates|startdate|enddate|subject|issuer|serial|fingerprint|sha256|ext [\\w,]+|checkend \\d+))*';

/** `gzip -dc a.gz`: the letters of one argument, and the file. */
function unpacked(letters: string): SafeCommand {
  return form(new RegExp(`^-(?:${letters}) (?<file>[\\w./][\\w./+-]*)$`));
}

/** Commands that only read, each with the flags that keep it so. A flag that is not listed makes the command unknown. */
export const safeCommands: Readonly<Record<string, SafeCommand>> = {
  ls: {
    short: 'aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1',
    shortValue: 'ITw',
    long: 'all almost-all author escape ignore-backups directory classify file-type full-time group-directories-first no-group human-readable si dereference inode kibibytes numeric-uid-gid literal hide-control-chars quote-name reverse recursive size color hyperlink ?',
    longValue: 'block-size color format hide indicator-style ignore sort time time-style width tabsize quoting-style',
    never: 'L dereference',
    ...places,
  },
  pwd: { short: 'LP', ...nothing },
  true: anything,
  false: anything,
  ':': anything,
  cat: {
    short: 'AbeEnstTuv',
    long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting ?',
    ...files,
  },
  head: {
    short: 'qvz',
    shortValue: 'nc',
    long: 'quiet silent verbose zero-terminated ?',
    longValue: 'lines bytes',
    numberFlags: true,
    ...files,
  },
  tail: {
    short: 'fFqvz',
    shortValue: 'ncs',
    long: 'follow quiet silent verbose retry zero-terminated ?',
    longValue: 'lines bytes follow pid',
    numberFlags: true,
    plusNumbers: true,
    ...files,
  },
  wc: {
    short: 'clmwL',
    long: 'bytes chars lines words max-line-length ?',
    longValue: 'total',
    ...files,
  },
  nl: {
    short: 'p',
    shortValue: 'bdfhilnsvw',
    long: 'no-renumber ?',
    longValue: 'body-numbering',
    ...files,
  },
  tac: {
    short: 'br',
    shortValue: 's',
    long: 'before regex ?',
    longValue: 'separator',
    ...files,
  },
  rev: { ...files },
  cut: {
    short: 'nsz',
    shortValue: 'bcdf',
    long: 'complement only-delimited zero-terminated ?',
    longValue: 'bytes characters delimiter fields output-delimiter',
    ...files,
  },
  paste: {
    short: 'sz',
    shortValue: 'd',
    long: 'serial zero-terminated ?',
    longValue: 'delimiters',
    ...files,
  },
  tr: { short: 'cCdst', long: 'complement delete squeeze-repeats truncate-set1 ?', ...anything },
  sort: {
    short: 'bdfgiMhnRrVcCmsuz',
    shortValue: 'kt',
    long: 'ignore-case general-numeric-sort human-numeric-sort numeric-sort random-sort reverse version-sort check stable unique zero-terminated ?',
    longValue: 'key field-separator sort parallel',
    ...files,
  },
  uniq: {
    short: 'cdDiuz',
    shortValue: 'fsw',
    long: 'count repeated ignore-case unique zero-terminated all-repeated ?',
    longValue: 'group all-repeated',
    maxOperands: 1,
    operands: 'read',
  },
  comm: {
    short: '123z',
    long: 'check-order nocheck-order total zero-terminated ?',
    longValue: 'output-delimiter',
    ...files,
  },
  cmp: {
    short: 'bls',
    shortValue: 'in',
    long: 'print-bytes verbose quiet silent ?',
    longValue: 'ignore-initial bytes',
    ...files,
  },
  diff: {
    short: 'qsrNuUcCeynyitEZbwBaTdlp',
    shortValue: 'UCIWFxSX',
    long: 'brief report-identical-files recursive new-file unified context side-by-side ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines text initial-tab minimal speed-large-files color no-dereference suppress-common-lines show-c-function ?',
    longValue: 'unified context ignore-matching-lines width exclude label color starting-file show-function-line',
    never: 'l paginate',
    comparesFolders: true,
    ...files,
  },
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    short: '0abcFHIilLNnopPqSsUuvVwx.',
    shortValue: 'ABCegjmMtTrEdf',
    long: 'case-sensitive ignore-case smart-case fixed-strings word-regexp line-regexp invert-match count count-matches files files-with-matches files-without-match hidden no-hidden follow json heading no-heading line-number no-line-number column no-column multiline multiline-dotall only-matching passthru pcre2 no-pcre2 null null-data no-ignore no-ignore-vcs no-messages pretty quiet stats text trim unrestricted vimgrep with-filename no-filename type-list no-config crlf byte-offset glob-case-insensitive ?',
    longValue:
      'after-context before-context context color colors encoding engine file glob iglob max-columns max-count max-depth max-filesize regexp replace sort sortr threads type type-not type-add path-separator',
    never: 'hidden . unrestricted u no-ignore',
    pathFlags: 'f file',
    searches: true,
    operands: 'grep',
  },
  find: { operands: 'find' },
  fd: nothing,
  du: {
    short: 'abchHkLlmPSsx0D',
    shortValue: 'BdtX',
    long: 'all apparent-size bytes total human-readable dereference summarize one-file-system null separate-dirs si inodes ?',
    longValue: 'block-size max-depth threshold exclude time time-style',
    never: 'X L dereference',
    ...places,
  },
  df: {
    short: 'ahHiklPTv',
    shortValue: 'Btx',
    long: 'all human-readable si inodes local no-sync portability print-type total ?',
    longValue: 'block-size output type exclude-type',
    ...anything,
  },
  stat: {
    short: 'LftZ',
    shortValue: 'c',
    long: 'dereference file-system terse ?',
    longValue: 'format printf cached',
    ...places,
  },
  file: {
    short: 'bhiIkLNnprsvz0',
    shortValue: 'eFP',
    long: 'brief mime mime-type mime-encoding keep-going dereference no-dereference no-pad raw extension ?',
    longValue: 'separator exclude',
    never: 'C m f z s S',
    ...places,
  },
  tree: {
    short: 'adfilpsughDFxNQqrtUSnAC',
    shortValue: 'LPI',
    long: 'noreport dirsfirst prune inodes device gitignore du si ?',
    longValue: 'charset filelimit timefmt sort',
    never: 'o R H l',
    operands: 'path',
  },
  which: { short: 'as', ...anything },
  type: { short: 'afptP', ...anything },
  date: {
    short: 'uRI',
    shortValue: 'dr',
    long: 'utc universal rfc-email iso-8601 debug ?',
    longValue: 'date iso-8601 rfc-3339 reference',
    whole: /^-I(?:date|hours|minutes|seconds|ns)$/,
    never: 's f',
    pathFlags: 'r reference',
    operands: 'date',
  },
  hostname: {
    short: 'AdfIisy',
    long: 'fqdn long short ip-address all-ip-addresses domain ?',
    maxOperands: 0,
    ...nothing,
  },
  uname: {
    short: 'asnrvmpio',
    long: 'all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system ?',
    ...nothing,
  },
  id: { short: 'agGnruzZ', long: 'group groups name real user zero ?', ...anything },
  whoami: { long: '?', ...nothing },
  groups: anything,
  arch: { long: '?', ...nothing },
  nproc: { long: 'all ?', ...nothing },
  tput: form(/^(?:cols|lines|colors)$/),
  uptime: { short: 'ps', long: 'pretty since ?', ...nothing },
  free: { short: 'bkmghltvw', shortValue: 'sc', long: 'human total wide ?', ...nothing },
  ps: {
    short: 'AadefFjlLmTwxyHcNZ',
    shortValue: 'CGgoOpqsStuUk',
    long: 'forest headers no-headers deselect ?',
    longValue: 'pid ppid user format sort columns rows',
    bsd: 'axufjlmwTrhnLv',
    // A column with the variables of each process, keys of services among them.
    without: /environ/i,
    ...nothing,
  },
  echo: { inert: true, rawFlags: true, ...anything },
  printf: { never: 'v', inert: true, rawFlags: true, ...anything },
  printenv: { short: '0', operands: 'env' },
  env: { operands: 'envcmd' },
  basename: {
    short: 'az',
    shortValue: 's',
    long: 'multiple zero ?',
    longValue: 'suffix',
    inert: true,
    ...anything,
  },
  dirname: { short: 'z', long: 'zero ?', inert: true, ...anything },
  realpath: {
    short: 'emLPqsz',
    long: 'canonicalize-existing canonicalize-missing logical physical quiet strip zero ?',
    longValue: 'relative-to relative-base',
    ...places,
  },
  readlink: {
    short: 'femnqsvz',
    long: 'canonicalize canonicalize-existing canonicalize-missing no-newline ?',
    ...places,
  },
  seq: {
    short: 'w',
    shortValue: 'fs',
    long: 'equal-width ?',
    longValue: 'format separator',
    negativeNumbers: true,
    ...anything,
  },
  expr: { rawFlags: true, ...anything },
  sleep: anything,
  test: { operands: 'test' },
  '[': { operands: 'test' },
  md5sum: digest,
  sha1sum: digest,
  sha256sum: digest,
  sha512sum: digest,
  base32: { short: 'di', shortValue: 'w', ...files },
  base64: {
    short: 'di',
    shortValue: 'w',
    long: 'decode ignore-garbage ?',
    longValue: 'wrap',
    ...files,
  },
  od: {
    short: 'abcdfilosvx',
    shortValue: 'AjNStw',
    long: '?',
    longValue: 'address-radix format width',
    ...files,
  },
  strings: {
    short: 'afw',
    shortValue: 'ent',
    // More arguments stand in a file that is named so.
    without: /^@/,
    long: 'all print-file-name ?',
    longValue: 'bytes radix encoding',
    operands: 'read',
  },
  column: {
    short: 'etxnJ',
    shortValue: 'sconN',
    long: 'table json fillrows ?',
    longValue: 'separator output-separator table-columns',
    ...files,
  },
  jq: {
    short: 'cCMarRjeSsn',
    long: 'compact-output color-output monochrome-output ascii-output raw-output raw-input join-output exit-status sort-keys slurp null-input tab ?',
    longValue: 'indent',
    twoValues: 'arg argjson',
    globs: true,
    operands: 'jq',
  },
  sed: {
    short: 'nErsuz',
    shortValue: 'el',
    long: 'quiet silent regexp-extended separate unbuffered null-data posix sandbox debug ?',
    longValue: 'expression line-length',
    globs: true,
    operands: 'sed',
  },
  awk: { operands: 'awk' },
  gawk: { operands: 'awk' },
  mawk: { operands: 'awk' },
  node: form(/^(?:-h|--help|(?:-c|--check) (?<file>[\w./][\w./-]*\.[cm]?js))$/),
  npm: { operands: 'npm' },
  git: { operands: 'git' },
  cd: { operands: 'cd' },
  set: { operands: 'set' },
  exit: anything,
  command: { operands: 'commandq' },
  xargs: { operands: 'xargs' },
  read: { operands: 'readb' },
  wait: { only: '', ...nothing },
  break: anything,
  continue: anything,
  fold: {
    short: 'bs',
    shortValue: 'w',
    long: 'bytes spaces ?',
    longValue: 'width',
    numberFlags: true,
    ...files,
  },
  fmt: {
    short: 'cstu',
    shortValue: 'wgp',
    long: '?',
    longValue: 'width',
    numberFlags: true,
    ...files,
  },
  expand: {
    short: 'i',
    shortValue: 't',
    long: 'initial ?',
    longValue: 'tabs',
    numberFlags: true,
    ...files,
  },
  unexpand: {
    short: 'a',
    shortValue: 't',
    long: 'all first-only ?',
    longValue: 'tabs',
    ...files,
  },
  join: {
    short: 'iz',
    shortValue: 'aevojt12',
    long: 'ignore-case ?',
    operands: 'read',
  },
  tsort: { long: '?', operands: 'read' },
  cksum: { long: '?', ...files },
  sum: { short: 'rs', long: 'sysv ?', ...files },
  b2sum: digest,
  sha224sum: digest,
  sha384sum: digest,
  shasum: { short: 'bctUp0', shortValue: 'a', longValue: 'algorithm', ...files },
  hexdump: { short: 'bcCdovx', shortValue: 'ns', ...files },
  hd: { shortValue: 'ns', ...files },
  // A second operand would be written; `-ps` is one option, so that no other may be glued to `-p`.
  xxd: { short: 'abeipu', shortValue: 'cglo', maxOperands: 1, operands: 'read' },
  zcat: { short: 'fq', ...files },
  bzcat: files,
  xzcat: files,
  zstdcat: files,
  gzip: unpacked('l|dc|cd|t'),
  gunzip: unpacked('c'),
  bzip2: unpacked('dc|cd|t'),
  xz: unpacked('l|dc|cd|t'),
  zstd: unpacked('l|dc|cd|t'),
  factor: { long: '?', ...anything },
  tty: { short: 's', long: 'silent quiet ?', ...nothing },
  logname: { long: '?', ...nothing },
  hostid: { long: '?', ...nothing },
  users: nothing,
  cal: { short: '13jmsyh', ...anything },
  lscpu: { short: 'aeJpxy', ...nothing },
  lsblk: { short: 'abdDfiJlmnopPrstSTx', ...nothing },
  pidof: { short: 'sx', ...anything },
  pgrep: {
    short: 'acfilnovwx',
    shortValue: 'dgGPstuU',
    long: 'list-name list-full count newest oldest full',
    ...anything,
  },
  // Nothing is read from a file, and nothing runs what it is given.
  shuf: { short: 'ez', shortValue: 'in', operands: 'read' },
  bc: form(/^(?:-[lqsw]+(?: |$))*$/),
  getconf: form(/^(?:-a|[A-Z_][A-Z0-9_]+(?: [\w./-]+)?)$/),
  ss: form(/^(?:-[HOrnalempisztudwx460T]+(?: |$))*$/),
  netstat: form(/^(?:-[airntuplesgx]+(?: |$))*$/),
  lsof: form(
    /^(?:(?:-[nPlRUta]+|-i|-?i?[46]?(?:TCP|UDP|tcp|udp)?(?:@(?:localhost|[\d.]+))?:[\w,-]+|-i[46]?(?:TCP|UDP|tcp|udp)?|-s(?:TCP|UDP):[A-Z]+|-[pu] ?\w[\w,]*)(?: |$))+$/,
  ),
  ip: form(
    /^(?:-(?:4|6|br|brief|c|color|o|s|j) )*(?:a|addr|address|r|route|l|link)(?: (?:show|list|ls)(?: dev \w+)?)?$/,
  ),
  jobs: form(/^(?:-[lnprs]+)?$/),
  times: { only: '', ...nothing },
  dirs: form(/^(?:-[lpv])?$/),
  umask: form(/^(?:-[pS])?$/),
  ulimit: form(/^(?:-[HS]?[acdefilmnpqrstuvx]?)?$/),
  locale: form(/^(?:-a)?$/),
  gofmt: form(/^-[ls](?: -[ls])?(?: (?<file>[\w./][\w./-]*))?$/),
  openssl: form(
    new RegExp(
      `^(?:version(?: -[a-z])?|rand -(?:hex|base64) \\d+|(?:x509|req|crl)${certificateParts}(?: -in (?<file>[\\w./][\\w./+-]*)${certificateParts})?)$`,
    ),
  ),
  tee: form(/^(?:(?:-a|\/dev\/(?:null|stdout|stderr))(?: |$))*$/),
  // Queries that stay on the machine. What may hold secrets (`docker inspect`) is not among them, nor what asks a server: the
  // name that `gh repo view` looks up is a message to it.
  docker: containerQueries,
  podman: containerQueries,
  pip: packageQueries,
  pip3: packageQueries,
  kubectl: form(
    /^(?:version --client(?: (?:-o |--output=)\w+)?|config (?:current-context|get-clusters|get-contexts(?: -o name)?))$/,
  ),
  helm: form(/^(?:version|repo list)(?: --short)?$/),
  systemctl: form(
    /^(?:--user )?(?:status|is-active|is-enabled|is-failed|list-units|list-timers|list-unit-files)(?: (?:--no-pager|--all|--failed|--type=\w+|--state=\w+|(?!-)[\w@.-]+))*$/,
  ),
  brew: form(
    /^(?:list|ls|--prefix|--cellar|deps|leaves|config)(?: (?:--versions|--cask|--formula|--tree|(?!-)(?!\S*\.rb)[\w@.-]+))*$/,
  ),
  dpkg: form(/^(?:-l|-L|-s|--list|--status|--listfiles|--get-selections)(?: (?!-)[\w.+:*-]+)*$/),
  rpm: form(/^-q[ail]{0,2}(?: (?!-)[\w.+-]+)*$/),
  apt: form(/^(?:list|show|policy|search|depends|rdepends)(?: (?:--installed|--upgradable|(?!-)[\w.+:-]+))*$/),
  'apt-cache': form(/^(?:show|policy|search|depends|rdepends|madison)(?: (?!-)[\w.+:-]+)*$/),
  conda: form(/^(?:list|info|env list)(?: (?:-e|--envs|--json|(?!-)[\w.-]+))*$/),
  rustup: form(/^toolchain list(?: (?:--installed|--verbose|-v))*$/),
  // Letters that list and decompress, the archive, and which of its names to list.
  tar: form(/^-?(?=[a-zA-Z]*t)[tvzjJa]+f (?<file>[\w./][\w./+-]*)(?: [\w./][\w./*+-]*)*$/),
  unzip: form(/^-(?:l|v|lv|vl|lq|ql|t|tq|Z1?) (?<file>[\w./][\w./+-]*)(?: [\w./][\w./*+-]*)*$/),
  zipinfo: form(/^(?:-[12smlhtTz]+ )?(?<file>[\w./][\w./+-]*)$/),
};
