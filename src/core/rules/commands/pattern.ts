import { entryOf } from '../../base/entryOf';
import { globalOptionsWithValue, longForms } from '../tables/wrappers';
import { programName } from '../starts/program';
import { hole, segmentWildcard, wildcardMatches, wildcardMayMatch, commandWildcard } from '../match/wildcard';
import { canonical, hasKind, textWithHoles } from '../shell/word';
import { type ShellWord } from '../shell/syntax';

/** A deny rule's words, taken apart so that other spellings of the same command meet it too. */
export interface CommandPattern {
  readonly words: readonly string[];
  readonly exact: boolean;
  readonly program: string;
  /** Subcommands and other words without a dash. */
  readonly operands: readonly string[];
  readonly flags: readonly string[];
  /** Options before the subcommand, with their value. */
  readonly options: readonly (readonly [string, string])[];
}

type Match = 'yes' | 'maybe' | 'no';

export function commandPattern(words: readonly string[], exact: boolean): CommandPattern {
  const [program = '', ...rest] = words;
  const valued = globalOptionsWithValue(programName(program));
  const operands: string[] = [];
  const flags: string[] = [];
  const options: [string, string][] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    const next = rest[at + 1];
    if (operands.length === 0 && valued.has(word) && next !== undefined) {
      options.push([word, next]);
      at++;
    } else if (isFlag(word)) flags.push(word);
    else operands.push(word);
  }
  return { words, exact, program, operands, flags, options };
}

function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

export function matchCommand(pattern: CommandPattern, words: readonly ShellWord[], ignoreCase: boolean): Match {
  const program = matchProgram(pattern.program, words[0], ignoreCase);
  if (program === 'no') return 'no';
  const rest = matchRest(pattern, words, ignoreCase);
  if (rest === 'no') return 'no';
  return program === 'yes' && rest === 'yes' ? 'yes' : 'maybe';
}

function matchProgram(name: string, word: ShellWord | undefined, ignoreCase: boolean): Match {
  if (!word) return 'no';
  const wanted = ignoreCase ? name.toLowerCase() : name;
  if (word.value !== undefined) {
    const value = ignoreCase ? word.value.toLowerCase() : word.value;
    return value === wanted || programName(value) === wanted ? 'yes' : 'no';
  }
  if (!hasKind(word, 'variable', 'substitution', 'process', 'opaque', 'brace', 'tilde')) {
    const glob = word.pieces.map(piece => ('text' in piece ? piece.text : '')).join('');
    return wildcardMatches(segmentWildcard(glob), wanted) || wildcardMatches(segmentWildcard(programName(glob)), wanted)
      ? 'yes'
      : 'no';
  }
  const text = textWithHoles(word, hole);
  const last = programName(ignoreCase ? text.toLowerCase() : text);
  if (text.includes('/') && !last.includes(hole)) return last === wanted ? 'yes' : 'no';
  const literal = commandWildcard(wanted);
  const spelled = ignoreCase ? text.toLowerCase() : text;
  return wildcardMayMatch(literal, spelled) || wildcardMayMatch(literal, programName(spelled)) ? 'maybe' : 'no';
}

function matchRest(pattern: CommandPattern, words: readonly ShellWord[], ignoreCase: boolean): Match {
  if (startsLiterally(pattern, words, ignoreCase)) return 'yes';
  if (pattern.exact) return matchExact(pattern, words);
  const operands = matchOperands(pattern, words);
  if (operands === 'no') return 'no';
  const flags = matchFlags(pattern, words);
  if (flags === 'no') return 'no';
  return operands === 'yes' && flags === 'yes' ? 'yes' : 'maybe';
}

function startsLiterally(pattern: CommandPattern, words: readonly ShellWord[], ignoreCase: boolean): boolean {
  if (pattern.exact && words.length !== pattern.words.length) return false;
  return pattern.words.every((wanted, index) => {
    if (index === 0) return true;
    const value = words[index]?.value;
    return value === wanted || (ignoreCase && value?.toLowerCase() === wanted.toLowerCase());
  });
}

/** The operands of the rule must be the first operands of the command, whatever options stand between. */
function matchOperands(pattern: CommandPattern, words: readonly ShellWord[]): Match {
  const valued = globalOptionsWithValue(programName(pattern.program));
  let unsure = false;
  let at = 1;
  for (const wanted of pattern.operands) {
    while (at < words.length) {
      const word = words[at];
      const value = word?.value;
      if (value === undefined) return 'maybe';
      if (!isFlag(value) && !(programName(pattern.program) === 'cargo' && value.startsWith('+'))) break;
      if (valued.has(value)) at += 2;
      else {
        // An option that is not known may take the next word as its value.
        if (words[at + 2]?.value === wanted && words[at + 1]?.value !== wanted && !value.includes('=')) unsure = true;
        at++;
      }
    }
    if (words[at]?.value !== wanted) return unsure ? 'maybe' : 'no';
    at++;
  }
  return 'yes';
}

function matchFlags(pattern: CommandPattern, words: readonly ShellWord[]): Match {
  if (pattern.flags.length === 0 && pattern.options.length === 0) return 'yes';
  const present = presentFlags(pattern, words);
  const missing = pattern.flags.filter(flag => !hasFlag(flag, present, pattern));
  const values = words.map(word => word.value);
  const otherwise = pattern.options.some(
    ([option, value]) =>
      !values.some((word, index) => (word === option && values[index + 1] === value) || word === `${option}=${value}`),
  );
  if (missing.length === 0 && !otherwise) return 'yes';
  if (!otherwise && missing.every(flag => isBegun(flag, present))) return 'maybe';
  return words.some(word => word.value === undefined && !hasKind(word, 'glob')) ? 'maybe' : 'no';
}

/** Programs whose options have one dash and a whole word: their letters are not a cluster. */
const wordOptions = new Set('find java javac terraform go openssl ffmpeg gcc clang dd xset ip'.split(' '));

function presentFlags(pattern: CommandPattern, words: readonly ShellWord[]): ReadonlySet<string> {
  const present = new Set<string>();
  for (const word of words.slice(1)) {
    const value = word.value;
    if (value === undefined || !isFlag(value)) continue;
    for (const flag of flagForms(value, pattern)) present.add(flag);
  }
  // `git branch -d -f` is `git branch -D`.
  if (pattern.operands[0] === 'branch' && present.has('-f'))
    for (const flag of ['-d', '-m', '-c']) if (present.has(flag)) present.add(flag.toUpperCase());
  // `git push origin +main` is its `--force`, and `:main` its `--delete`.
  if (pattern.operands[0] === 'push')
    for (const { value } of words) {
      if (value?.startsWith('+')) present.add('-f').add('--force');
      if (value?.startsWith(':')) present.add('-d').add('--delete');
    }
  return present;
}

function flagForms(flag: string, pattern: CommandPattern): readonly string[] {
  const forms = [flag, flag.replace(/=.*$/s, '')];
  const known = knownLongForms(pattern);
  if (flag.startsWith('--')) {
    const name = flag.slice(2).replace(/=.*$/s, '');
    const short = Object.hasOwn(known, name) ? [known[name] ?? ''] : abbreviations(known, name);
    return [...forms, ...short.map(letter => `-${letter}`)];
  }
  if (wordOptions.has(programName(pattern.program))) return forms;
  const letters = flag
    .slice(1)
    .split('')
    .map(letter => `-${entryOf(known, letter) ?? letter}`);
  return forms.concat(letters);
}

function knownLongForms(pattern: CommandPattern): Readonly<Record<string, string>> {
  const program = programName(pattern.program);
  const two = `${program} ${pattern.operands[0] ?? ''}`;
  return entryOf(longForms, two) ?? entryOf(longForms, program) ?? {};
}

/** GNU programs accept the beginning of a long option. */
function abbreviations(known: Readonly<Record<string, string>>, name: string): string[] {
  if (name.length < 1) return [];
  return Object.entries(known).flatMap(([long, letter]) => (long.length > 1 && long.startsWith(name) ? [letter] : []));
}

function hasFlag(flag: string, present: ReadonlySet<string>, pattern: CommandPattern): boolean {
  if (present.has(flag)) return true;
  const forms = flagForms(flag, pattern).filter(form => form !== flag && form.length === 2);
  if (forms.length === 0) return false;
  return flag.startsWith('--') ? forms.some(form => present.has(form)) : forms.every(form => present.has(form));
}

/** Git and GNU programs take any beginning of a long option that no other one has. */
function isBegun(flag: string, present: ReadonlySet<string>): boolean {
  return flag.startsWith('--') && [...present].some(it => it.length > 2 && it.startsWith('--') && flag.startsWith(it));
}

function matchExact(pattern: CommandPattern, words: readonly ShellWord[]): Match {
  if (words.some(word => word.value === undefined)) {
    const text = words
      .slice(1)
      .map(word => word.value ?? textWithHoles(word, hole))
      .map(canonical)
      .join(' ');
    const wanted = pattern.words.slice(1).map(canonical).join(' ');
    return wildcardMayMatch(literalPattern(wanted), text) ? 'maybe' : 'no';
  }
  const values = withoutGlobalOptions(words.map(word => word.value ?? ''));
  const other = commandPattern(values, true);
  if (other.operands.join('\0') !== pattern.operands.join('\0')) return 'no';
  const mine = new Set(pattern.flags.flatMap(flag => shortest(flag, pattern)));
  const theirs = new Set(other.flags.flatMap(flag => shortest(flag, pattern)));
  if (mine.size !== theirs.size) return 'no';
  const missing = [...mine].filter(flag => !theirs.has(flag));
  if (missing.length === 0) return 'yes';
  return missing.every(flag => isBegun(flag, theirs)) ? 'maybe' : 'no';
}

function literalPattern(text: string): ReturnType<typeof commandWildcard> {
  return text.split('').map(character => ({ kind: 'character', character }));
}

function shortest(flag: string, pattern: CommandPattern): readonly string[] {
  const forms = flagForms(flag, pattern).filter(form => form.length === 2);
  return forms.length > 0 ? forms : [flag];
}

/** `git -C dir push` becomes `git push`. */
export function withoutGlobalOptions(values: readonly string[]): readonly string[] {
  const [program = ''] = values;
  const valued = globalOptionsWithValue(programName(program));
  if (valued.size === 0) return values;
  let at = 1;
  while (at < values.length && isFlag(values[at] ?? '')) at += valued.has(values[at] ?? '') ? 2 : 1;
  return [program, ...values.slice(at)];
}
