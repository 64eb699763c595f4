import type { SafeCommand } from '../tables/safeCommand';
import type { ShellWord } from '../shell/syntax';
import { say, type Sentence } from '../../texts/sentence';

/** The arguments of a command, after every flag was found in its list. */
export interface SafeArguments {
  readonly operands: readonly ShellWord[];
  readonly flags: readonly string[];
  readonly values: readonly FlagValue[];
}

interface FlagValue {
  readonly flag: string;
  readonly word: ShellWord;
  /** `--flag=value` or `-fvalue`. */
  readonly glued: boolean;
}

interface Lists {
  readonly short: string;
  readonly shortValue: string;
  readonly long: ReadonlySet<string>;
  readonly longValue: ReadonlySet<string>;
  readonly never: ReadonlySet<string>;
  readonly twoValues: ReadonlySet<string>;
}

const known = new WeakMap<SafeCommand, Lists>();

function listsOf(safe: SafeCommand): Lists {
  const found = known.get(safe);
  if (found) return found;
  const lists: Lists = {
    short: safe.short ?? '',
    shortValue: safe.shortValue ?? '',
    long: words(safe.long?.replace(/\?$/, 'help version')),
    longValue: words(safe.longValue),
    never: words(safe.never),
    twoValues: words(safe.twoValues),
  };
  known.set(safe, lists);
  return lists;
}

function words(text: string | undefined): ReadonlySet<string> {
  return new Set(text === undefined || text === '' ? [] : text.split(' '));
}

/** Sorts arguments into flags and operands; a string says why that cannot be done. */
export function safeArguments(safe: SafeCommand, args: readonly ShellWord[]): SafeArguments | Sentence {
  const lists = listsOf(safe);
  const operands: ShellWord[] = [];
  const flags: string[] = [];
  const values: FlagValue[] = [];
  if (safe.only !== undefined) return onlyThese(safe.only, args) ?? { operands, flags, values };
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word) break;
    const text = startOf(word);
    if (safe.rawFlags || !/^-./.test(text)) {
      operands.push(word);
      continue;
    }
    if (word.value === undefined && !isGlobValue(word))
      return say('The option {option} is not known.', { option: word.raw });
    if (text === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (isNumberFlag(safe, text)) continue;
    const read = text.startsWith('--') ? readLong(lists, text) : readShort(lists, text);
    if ('text' in read) return read;
    flags.push(...read.flags);
    if (read.glued !== undefined) values.push({ flag: read.last, word: { ...word, value: read.glued }, glued: true });
    for (let needed = read.needs; needed > 0; needed--) {
      const value = args[++at];
      if (!value) return say('The option {option} lacks its value.', { option: text });
      values.push({ flag: read.last, word: value, glued: false });
    }
  }
  return { operands, flags, values };
}

/** `--include=*.ts`: whatever the shell makes of it still begins with the name of the option. */
function isGlobValue(word: ShellWord): boolean {
  return /^--[a-z-]+=/.test(word.raw) && word.pieces.every(piece => piece.kind === 'text' || piece.kind === 'glob');
}

function onlyThese(only: string, args: readonly ShellWord[]): Sentence | undefined {
  const allowed = words(only);
  if (allowed.size === 0) return args.length === 0 ? undefined : say('It takes no arguments here.');
  const value = args[0]?.value;
  if (args.length === 1 && value !== undefined && allowed.has(value)) return undefined;
  return say('Only asking for its version is read-only.');
}

function startOf(word: ShellWord): string {
  const first = word.pieces[0];
  if (word.value !== undefined) return word.value;
  if (isGlobValue(word)) return word.raw;
  return first?.kind === 'text' ? `${first.text}…` : '';
}

function isNumberFlag(safe: SafeCommand, text: string): boolean {
  if (safe.whole?.test(text)) return true;
  if (safe.numberFlags && /^-[0-9]+$/.test(text)) return true;
  return safe.negativeNumbers === true && /^-[0-9.]+$/.test(text);
}

interface ReadFlag {
  readonly flags: readonly string[];
  readonly last: string;
  readonly glued: string | undefined;
  readonly needs: number;
}

function readLong(lists: Lists, text: string): ReadFlag | Sentence {
  const equals = text.indexOf('=');
  const name = text.slice(2, equals < 0 ? undefined : equals);
  if (lists.never.has(name)) return say('The option --{option} does more than read.', { option: name });
  if (equals >= 0) {
    if (!lists.longValue.has(name)) return say('The option --{option} is not known to be read-only.', { option: name });
    return { flags: [name], last: name, glued: text.slice(equals + 1), needs: 0 };
  }
  if (lists.long.has(name)) return { flags: [name], last: name, glued: undefined, needs: 0 };
  if (lists.twoValues.has(name)) return { flags: [name], last: name, glued: undefined, needs: 2 };
  if (lists.longValue.has(name)) return { flags: [name], last: name, glued: undefined, needs: 1 };
  return say('The option --{option} is not known to be read-only.', { option: name });
}

function readShort(lists: Lists, text: string): ReadFlag | Sentence {
  const flags: string[] = [];
  for (let index = 1; index < text.length; index++) {
    const letter = text.charAt(index);
    if (lists.never.has(letter)) return say('The option -{option} does more than read.', { option: letter });
    const takesValue = lists.shortValue.includes(letter);
    const alone = lists.short.includes(letter);
    if (!takesValue && !alone) return say('The option -{option} is not known to be read-only.', { option: letter });
    flags.push(letter);
    const rest = text.slice(index + 1);
    if (!takesValue) continue;
    if (alone && (rest === '' || !/^[0-9=.%+-]/.test(rest))) continue;
    if (rest !== '') return { flags, last: letter, glued: rest, needs: 0 };
    return { flags, last: letter, glued: undefined, needs: 1 };
  }
  return { flags, last: text.slice(-1), glued: undefined, needs: 0 };
}
