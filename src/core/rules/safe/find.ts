/** What a `find` looks at, prints and starts, as far as it is known here. */
export interface Search {
  readonly paths: readonly string[];
  /** The commands it starts with the files it finds, `{}` as it was written. */
  readonly runs: readonly (readonly string[])[];
  /** Patterns that all names have which it finds. */
  readonly names: readonly NamePattern[];
  /** It prints the paths that it finds, and nothing else. */
  readonly printsPaths: boolean;
  readonly followsLinks: boolean;
}

interface NamePattern {
  readonly pattern: string;
  readonly ignoreCase: boolean;
}

const tests = new Set(
  (
    '-empty -print -print0 -ls -prune -not -a -o -and -or -depth -d -xdev -mount -follow -readable -writable ' +
    '-executable -true -false -quit -daystart -noleaf -nouser -nogroup -ignore_readdir_race -L -H -P ( ) ! ,'
  ).split(' '),
);
const testsWithValue = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -mmin -atime ' +
    '-amin -ctime -cmin -maxdepth -mindepth -printf -perm -user -group -uid -gid -links -inum -lname -ilname -used -fstype'
  ).split(' '),
);
const testsWithPath = /^-(?:newer|anewer|cnewer|newer[aBcm][aBcm]|samefile)$/;

/** `undefined` when it does more than look and start. */
export function readFind(args: readonly string[]): Search | undefined {
  const paths: string[] = [];
  const runs: string[][] = [];
  const names: NamePattern[] = [];
  let inPaths = true;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (inPaths && !/^[-(!,]/.test(word)) {
      paths.push(word);
      continue;
    }
    if (!/^-[LHP]$/.test(word)) inPaths = false;
    if (tests.has(word)) continue;
    if (word === '-exec') {
      const end = endOfRun(args, at + 1);
      if (end < 0) return undefined;
      runs.push(args.slice(at + 1, end));
      at = end;
      continue;
    }
    const value = args[++at];
    if (value === undefined) return undefined;
    if (testsWithPath.test(word)) paths.push(value);
    else if (/^-i?name$/.test(word) && isAsked(args[at - 2]))
      names.push({ pattern: value, ignoreCase: word === '-iname' });
    else if (!/^-newer[aBcm]t$/.test(word) && !testsWithValue.has(word)) return undefined;
  }
  return {
    paths,
    runs,
    // Where there are alternatives, no pattern holds for all that is found.
    names: args.some(word => /^(?:-o|-or|,|\(|-prune)$/.test(word)) ? [] : names,
    printsPaths: runs.length === 0 && !args.some(word => word === '-printf' || word === '-ls'),
    followsLinks: args.some(word => /^-(?:L|H|follow)$/.test(word)),
  };
}

function isAsked(before: string | undefined): boolean {
  return before !== '!' && before !== '-not';
}

/** One start for many files: only `{} +` ends it. One for each file may be any number of programs. */
function endOfRun(args: readonly string[], from: number): number {
  const end = args.findIndex((word, at) => at > from && (word === ';' || (word === '+' && args[at - 1] === '{}')));
  return args[end] === '+' ? end : -1;
}
