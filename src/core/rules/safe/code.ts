import { entryOf } from '../../base/entryOf';
import type { World } from '../paths/world';
import type { Place, ShellWord } from '../shell/syntax';
import { isReadOnlyAwk } from './awk';
import { isContainedPerl } from './perl';

/**
 * Short programs that are given to an interpreter on its command line, as far as they are known here: they start
 * nothing, and open nothing but files whose plain names stand in them.
 */

interface Token {
  readonly kind: 'name' | 'attribute' | 'string' | 'number' | 'operator';
  readonly text: string;
}

/** What a program of a language may say. */
interface Vocabulary {
  readonly names: ReadonlySet<string>;
  /** Behind these names stands only what the pattern knows. */
  readonly members: Readonly<Record<string, RegExp>>;
  readonly attributes: RegExp;
  /** The name in front of a name of the program's own. */
  readonly own: RegExp;
  /** Calls with the name of a file as their first argument. */
  readonly opens: Readonly<Record<string, RegExp>>;
}

const python: Vocabulary = {
  names: words(
    'print len str int float bool list dict set tuple range sorted reversed sum min max abs round repr enumerate zip any ' +
      'all ord chr hex bin oct open import as for in if elif else not and or is with while break pass None True False ' +
      'sys json math re time datetime random statistics string itertools collections textwrap hashlib base64',
  ),
  members: { sys: /^(?:version|version_info|platform|maxsize|executable|argv|byteorder|stdin|implementation)$/ },
  attributes:
    /^(?:read|readline|readlines|write|close|split|splitlines|join|strip|lstrip|rstrip|upper|lower|title|replace|get|items|keys|values|append|startswith|endswith|count|index|find|sort|copy|load|loads|dump|dumps|major|minor|micro|name|now|today|isoformat|strftime|year|month|day|time|date|datetime|pi|e|sqrt|floor|ceil|log|log2|log10|pow|gcd|factorial|match|search|findall|sub|group|groups|random|randint|choice|mean|median|Counter|most_common|hexdigest|digest|sha256|sha1|md5|encode|decode|b64encode|b64decode|dedent|isdigit|isalpha)$/,
  own: /^(?:for|as)$/,
  opens: { open: /^[\w./-]+$/ },
};

const modules =
  /^(?:json|math|re|datetime|random|statistics|string|collections|textwrap|hashlib|base64)(?:$|\..*(?:py|pyc|so)$)/;

const javascript: Vocabulary = {
  names: words(
    'console process JSON Math Object Array Number String Boolean Date Set Map parseInt parseFloat isNaN new const let var ' +
      'of in for if else true false null undefined typeof require',
  ),
  members: {
    process: /^(?:version|versions|platform|arch|pid|uptime|cwd)$/,
    console: /^(?:log|error|info|warn|table)$/,
    Object: /^(?:keys|values|entries|fromEntries)$/,
    Array: /^(?:from|isArray|of)$/,
  },
  attributes: /^(?!constructor$|prototype$|caller$|callee$|arguments$)[A-Za-z][A-Za-z0-9]*$/,
  own: /^(?:const|let|var)$/,
  opens: { require: /^\.{1,2}\/[\w./-]*\.json$/ },
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Whether an interpreter runs nothing but a program that is understood. */
export function isContained(program: string, args: readonly ShellWord[], place: Place, world: World): boolean {
  const values = args.map(({ value }) => value);
  if (/^[gm]?awk$/.test(program)) return isPlainAwk(values);
  const [flag, code, ...rest] = values;
  if (code === undefined || !rest.every(value => value !== undefined && /^[\w./][\w./-]*$/.test(value))) return false;
  if (/^python[0-9.]*$/.test(program))
    return flag === '-c' && isUnderstood(code, python) && !isReplaced(code, place, world);
  if (program === 'node') return /^(?:-e|-p|-pe|--eval|--print)$/.test(flag ?? '') && isUnderstood(code, javascript);
  return program === 'perl' && /^-[nlpa]*e$/.test(flag ?? '') && isContainedPerl(code);
}

/** The first operand is the program, and no option brings another one. */
function isPlainAwk(values: readonly (string | undefined)[]): boolean {
  const at = values.findIndex(
    (value, index) => value?.startsWith('-') !== true && !/^-[Fv]$/.test(values[index - 1] ?? ''),
  );
  return (
    values.slice(0, at).every(value => /^-[Fv]/.test(value ?? '') || value?.startsWith('-') === false) &&
    isReadOnlyAwk(values[at] ?? '}')
  );
}

/** Python looks for a module in the folder it runs in before it looks among its own. */
function isReplaced(code: string, { folders }: Place, world: World): boolean {
  if (!/\bimport\b/.test(code)) return false;
  return (
    folders.length === 0 ||
    folders.some(folder => {
      const entries = world.disk.entries(folder);
      return !entries || entries.some(({ name }) => modules.test(name));
    })
  );
}

function isUnderstood(code: string, vocabulary: Vocabulary): boolean {
  const tokens = tokensOf(code);
  // In JavaScript a slash may begin a regular expression, in which quotes are no quotes.
  if (!tokens || (vocabulary === javascript && tokens.some(({ text }) => text.startsWith('/')))) return false;
  const own = new Set<string>();
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || vocabulary.names.has(text)) continue;
    const isSet = tokens[at + 1]?.text === '=' || tokens[at + 1]?.text === '=>';
    if (reaching.test(text)) return false;
    if (isSet || vocabulary.own.test(tokens[at - 1]?.text ?? '')) own.add(text);
  }
  return tokens.every((token, at) => isKnown(token, tokens.slice(at + 1, at + 4), tokens[at - 1], vocabulary, own));
}

function isKnown(
  { kind, text }: Token,
  next: readonly Token[],
  before: Token | undefined,
  vocabulary: Vocabulary,
  own: ReadonlySet<string>,
): boolean {
  const [first, second, third] = next;
  if (kind === 'string')
    return !reaching.test(text) && (!/^(?:string|name)$/.test(before?.kind ?? '') || isWordBeforeText(before));
  if (kind === 'attribute') {
    const members = before?.kind === 'name' ? entryOf(vocabulary.members, before.text) : undefined;
    return members ? members.test(text) : vocabulary.attributes.test(text);
  }
  // What is taken out of a value by a name that is computed could be anything.
  if (text === ']' && first?.text === ':') return false;
  if (text === '[' && isValue(before))
    return (first?.kind === 'number' || first?.kind === 'string') && second?.text === ']';
  if (kind !== 'name') return true;
  const opens = entryOf(vocabulary.opens, text);
  if (opens)
    return (
      first?.text === '(' &&
      second?.kind === 'string' &&
      opens.test(second.text.slice(1, -1)) &&
      /^[,)]$/.test(third?.text ?? '')
    );
  const members = entryOf(vocabulary.members, text);
  if (members && !/^(?:import|,)$/.test(before?.text ?? '')) return first?.kind === 'attribute';
  return vocabulary.names.has(text) || own.has(text);
}

/** Names by which a value leads to all others. */
const reaching = /constructor|prototype|__/;

/** A text right behind a word is a text of its own only behind these. */
function isWordBeforeText(before: Token | undefined): boolean {
  return /^(?:in|of|if|else|and|or|not|is|elif|typeof)$/.test(before?.text ?? '');
}

/** What stands in brackets behind it is a part of it. */
function isValue(before: Token | undefined): boolean {
  if (before?.kind === 'name') return !/^(?:in|of|if|else|and|or|not|print)$/.test(before.text);
  return before?.kind === 'attribute' || before?.kind === 'string' || /^[)\]}]$/.test(before?.text ?? '');
}

const token =
  /\s+|(?<name>[A-Za-z_]\w*)|\.(?<attribute>[A-Za-z_]\w*)|(?<string>'(?:[^'\\\n]|\\[nt'"])*'|"(?:[^"\\\n]|\\[nt'"])*")|(?<number>[0-9][0-9.]*)|(?<operator>=>|==|!=|<=|>=|[-+*%<>=!&|^~,:;()[\]{}?]|\/\/?)/y;

function tokensOf(code: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < code.length) {
    const match = token.exec(code);
    if (!match) return undefined;
    for (const kind of ['name', 'attribute', 'string', 'number', 'operator'] as const) {
      const text = match.groups?.[kind];
      if (text !== undefined) tokens.push({ kind, text });
    }
  }
  return tokens;
}
