/** Variables by their names: which of them hold no secret, and which nobody but the text itself looks at. */

const tellable =
  /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TERM|HOSTNAME|HOSTTYPE|OSTYPE|UID|EUID|PPID|SHLVL|RANDOM|SECONDS|LINENO|CI|TZ|EDITOR|VISUAL|PAGER|COLUMNS|LINES|DISPLAY|TMPDIR|XDG_[A-Z_]+|VIRTUAL_ENV|GOOS|GOARCH|[?#$!0-9@*-])$/;
/** Of lower case are those of scripts, but for some that tools read. */
const lower =
  /^(?!npm_|.*_proxy$|.*(?:token|secret|passw|passphrase|credential|apikey|(?:api|access|private|account|auth)_key|dsn$)|.*(?:^|_|db)(?:pass|pwd|pw|auth|pat|creds?)$|(?:database|db|redis|mongo|postgres)\w*_ur[il]$)[a-z_][a-z0-9_]*$/;
/** Where something lies, and which version of it. */
const place = /^(?:[A-Z][A-Z0-9]*_)*(?:[A-Z0-9]*PATH|HOME|DIR|ROOT|PREFIX|VERSION|ENV)$/;
const secret = /SECRET|TOKEN|KEY|PASS|AUTH|CRED|COOKIE/;

/** Words of which people make the names of their own variables, and no shell or tool those of its settings. */
const noun =
  'VERSION|VER|COUNT|TOTAL|SUM|NUM|FILE|FILES|FOLDER|DIR|DIRS|NAME|NAMES|OUT|OUTPUT|RESULT|RESULTS|RES|RESPONSE|LINE|TEXT|' +
  'MSG|MESSAGE|BRANCH|COMMIT|SHA|HASH|TAG|TODAY|NOW|DATE|START|END|SIZE|LIST|ITEM|ITEMS|VALUE|VAL|STATUS|CURRENT|LATEST|' +
  'LAST|FIRST|NEW|OLD|SRC|DEST|TARGET|REPO|CHANGED|MISSING|FOUND|INDEX|MAX|MIN|DIFF|LOG|TYPE|EXT|[A-Z][0-9]?';
const ownName = new RegExp(`^(?:${noun})(?:_(?:${noun}))*$`);

export function isOwnVariable(name: string): boolean {
  return ownName.test(name);
}

export function isTellable(name: string): boolean {
  return tellable.test(name) || lower.test(name) || ownName.test(name) || (place.test(name) && !secret.test(name));
}
