/** The little languages inside `sed`, `awk`, `jq` and `find`: which of their programs only read. */

/** `p d q = l`, `s///` without `w` and `e`, and `y///`; anything else is not read-only. */
export function isReadOnlySed(script: string): boolean {
  let rest = script;
  while (rest.trim() !== '') {
    const after = oneSedCommand(rest);
    if (after === undefined) return false;
    rest = after;
  }
  return true;
}

const sedAddress = /^(?:[0-9]+(?:~[0-9]+)?|\$|\/(?:[^/\\\n]|\\.)*\/[IM]*)/;

function oneSedCommand(text: string): string | undefined {
  let rest = text.replace(/^[\s;]+/, '');
  if (rest === '') return '';
  const first = sedAddress.exec(rest);
  if (first) {
    rest = rest.slice(first[0].length);
    if (rest.startsWith(',')) {
      const second = /^,\s*(?:[+~][0-9]+)/.exec(rest) ?? sedAddress.exec(rest.slice(1).trimStart());
      if (!second) return undefined;
      rest = second[0].startsWith(',')
        ? rest.slice(second[0].length)
        : rest.slice(1).trimStart().slice(second[0].length);
    }
  }
  rest = rest.replace(/^\s*!?\s*/, '');
  const simple = /^(?:[pd=l]|q[0-9]*)\s*(?=[;\n]|$)/.exec(rest);
  if (simple) return rest.slice(simple[0].length);
  const letter = rest.charAt(0);
  return letter === 's' || letter === 'y' ? afterSubstitution(rest, letter) : undefined;
}

function afterSubstitution(text: string, letter: string): string | undefined {
  const delimiter = text.charAt(1);
  if (delimiter === '' || /[\s\\;a-zA-Z0-9]/.test(delimiter)) return undefined;
  let at = 2;
  for (let part = 0; part < 2; part++, at++) {
    while (at < text.length && text.charAt(at) !== delimiter) at += text.charAt(at) === '\\' ? 2 : 1;
    if (at >= text.length) return undefined;
  }
  const flags = letter === 's' ? /^[gpiIm0-9]*\s*(?=[;\n]|$)/ : /^\s*(?=[;\n]|$)/;
  const end = flags.exec(text.slice(at));
  return end ? text.slice(at + end[0].length) : undefined;
}

/** No program, no pipe, no file but its operands. */
export function isReadOnlyAwk(program: string): boolean {
  if (/system|getline|ENVIRON|PROCINFO|ARGV|ARGC|SYMTAB|FUNCTAB|@|close|fflush|extension|\\\n/.test(program))
    return false;
  // A quote inside a regular expression would hide where strings begin, so with both nothing is taken out.
  const bare =
    program.includes('/') && program.includes('"') ? program : program.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '');
  if (bare !== program && bare.includes('"')) return false;
  if (bare.replaceAll('||', '').includes('|')) return false;
  return !hasRedirect(bare);
}

/** A `>` inside braces may be a redirection; outside it compares. */
function hasRedirect(program: string): boolean {
  let depth = 0;
  for (const character of program) {
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === '>' && depth !== 0) return true;
  }
  return depth !== 0;
}

export function isReadOnlyJq(filter: string): boolean {
  return !/\benv\b|\$ENV|\$__|\b(?:import|include|input_filename|get_search_list|modulemeta|input_line_number|debug|stderr|halt_error)\b/.test(
    filter,
  );
}

const findTests = new Set(
  (
    '-empty -print -print0 -ls -prune -not -a -o -and -or -depth -d -xdev -mount -follow -readable -writable ' +
    '-executable -true -false -quit -daystart -noleaf -nouser -nogroup -ignore_readdir_race -L -H -P ( ) ! ,'
  ).split(' '),
);
const findTestsWithValue = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -mmin -atime ' +
    '-amin -ctime -cmin -maxdepth -mindepth -printf -perm -user -group -uid -gid -links -inum -lname -ilname -used -fstype'
  ).split(' '),
);
const findTestsWithPath = /^-(?:newer|anewer|cnewer|newer[aBcm][aBcm]|samefile)$/;

/** The paths that a `find` looks at, or `undefined` when it does more than look. */
export function findPaths(args: readonly string[]): readonly string[] | undefined {
  const paths: string[] = [];
  let inPaths = true;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (inPaths && !/^[-(!,]/.test(word)) {
      paths.push(word);
      continue;
    }
    if (!/^-[LHP]$/.test(word)) inPaths = false;
    if (findTests.has(word)) continue;
    const value = args[++at];
    if (value === undefined) return undefined;
    if (findTestsWithPath.test(word)) paths.push(value);
    else if (/^-newer[aBcm]t$/.test(word) || findTestsWithValue.has(word)) continue;
    else return undefined;
  }
  return paths;
}
