/** The language of `awk`, as far as it is known here: a program of other tokens, or with an effect, is not. */

interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'regex' | 'operator' | 'line';
  readonly text: string;
}

const functions = new Set(
  (
    'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper ' +
    'gensub strftime systime mktime asort asorti patsplit strtonum and or xor compl lshift rshift'
  ).split(' '),
);
const keywords = new Set(
  'BEGIN END if else while for do in print printf next nextfile exit break continue delete return function func'.split(
    ' ',
  ),
);
/** Names through which a program reaches files, other programs, the environment or itself. */
const reaching = new Set(
  'system close fflush getline ENVIRON PROCINFO SYMTAB FUNCTAB ARGV ARGC ARGIND BINMODE'.split(' '),
);
const control = new Set(['if', 'while', 'for']);

/** Whether a backslash carries a comment on to the next line depends on the reader, so there is none in it. */
const space = /[ \t]+|#[^\n\\]*/y;
const name = /[A-Za-z_]\w*/y;
const number = /[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?/y;
const string = /"(?:[^"\\\n]|\\[^\n])*"/y;
/** Inside brackets the readers of regular expressions differ about slashes, so there may be none but escaped ones. */
const regex = /\/(?:[^[\\/\n]|\\[^\n]|\[\^?\]?(?:[^[\]\\/\n]|\\[^[\]\n]|\[:[a-z]+:\])*\])+\//y;
const operator = /\+\+|--|&&|\|\||[-+*/%^!=<>~]=|\*\*|!~|[-+*/%^!=<>~?:,;(){}[\]$\n]/y;

/** No program, no pipe, no file but its operands. */
export function isReadOnlyAwk(program: string): boolean {
  const tokens = tokensOf(program);
  return tokens !== undefined && namesAreKnown(tokens) && printsOnlyToOutput(tokens);
}

function tokensOf(program: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  /** For each open parenthesis whether a condition of `if`, `while` or `for` stands in it. */
  const parentheses: boolean[] = [];
  let afterCondition = false;
  for (let at = 0; at < program.length; ) {
    const blank = matched(space, program, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const token: Token | undefined =
      program.charAt(at) === '/' ? slashAt(program, at, tokens.at(-1), afterCondition) : tokenAt(program, at);
    if (!token) return undefined;
    if (token.text === '(') parentheses.push(control.has(tokens.at(-1)?.text ?? ''));
    afterCondition = token.text === ')' && parentheses.pop() !== false;
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(program: string, at: number): Token | undefined {
  for (const [kind, pattern] of [
    ['name', name],
    ['number', number],
    ['string', string],
    ['operator', operator],
  ] as const) {
    const text = matched(pattern, program, at);
    if (text !== undefined) return { kind: text === '\n' ? 'line' : kind, text };
  }
  return undefined;
}

/** A slash divides after a value and begins a regular expression after an operator; where both may be, it is not known. */
function slashAt(program: string, at: number, before: Token | undefined, afterCondition: boolean): Token | undefined {
  if (
    afterCondition ||
    before?.kind === 'string' ||
    before?.kind === 'regex' ||
    /^(?:\+\+|--)$/.test(before?.text ?? '')
  )
    return undefined;
  const divides =
    before?.kind === 'number' ||
    (before?.kind === 'name' && !keywords.has(before.text)) ||
    /^[)\]]$/.test(before?.text ?? '');
  if (!divides) {
    const text = matched(regex, program, at);
    return text === undefined ? undefined : { kind: 'regex', text };
  }
  if (functions.has(before?.text ?? '')) return undefined;
  // Should another awk take it for the beginning of a regular expression, nothing that matters may lie within.
  const line = /[^\n]*/.exec(program.slice(at + 1))?.[0] ?? '';
  const within = line.slice(0, Math.max(line.lastIndexOf('/'), 0));
  if (!/^[\w\s$.,+*%/-]*$/.test(within) || within.match(/\w+/g)?.some(word => reaching.has(word))) return undefined;
  return { kind: 'operator', text: '/' };
}

function matched(pattern: RegExp, program: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(program)?.[0];
}

/** Every function that is called is one of awk, or defined in the program itself. */
function namesAreKnown(tokens: readonly Token[]): boolean {
  const defined = new Set<string>();
  for (const [index, token] of tokens.entries())
    if (/^func(?:tion)?$/.test(token.text)) defined.add(tokens[index + 1]?.text ?? '');
  return tokens.every((token, index) => {
    if (token.kind !== 'name') return true;
    if (reaching.has(token.text)) return false;
    const isCalled = tokens[index + 1]?.text === '(' && !keywords.has(token.text) && !isAfterDollar(tokens, index);
    return !isCalled || functions.has(token.text) || defined.has(token.text);
  });
}

/** `$NF (x)` is a field and something after it. */
function isAfterDollar(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.text === '$' && tokens[index]?.text === 'NF';
}

/** In what is printed, a `>` outside parentheses writes a file; everywhere else it compares. There is no other pipe or file. */
function printsOnlyToOutput(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  let printing = false;
  for (const { kind, text } of tokens) {
    if (text === 'print' || text === 'printf') {
      if (open.at(-1) === '(' || open.at(-1) === '[') return false;
      printing = true;
    }
    if (kind !== 'operator') continue;
    if (/^[([{]$/.test(text)) open.push(text);
    else if (/^[)\]}]$/.test(text) && open.pop() !== opening[text]) return false;
    // A line may go on after its end, so that only these end what is printed.
    if (text === ';' || text === '{' || text === '}') printing = false;
    if (printing && text.startsWith('>') && open.at(-1) !== '(') return false;
  }
  return open.length === 0;
}

const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
