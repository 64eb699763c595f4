import { longestCommand } from '../language/budget';
import { staticWord } from '../shell/word';
import { type ShellWord } from '../shell/syntax';

/** Beyond this nothing is read at all: the call asks. */
const scannedCharacters = longestCommand;
const wordsKept = 40;
const charactersKept = 4096;

/**
 * A scanner that cannot fail, for text that a parser cannot take: it splits wherever a shell might start
 * a command. Bash runs complete lines before it meets an error further down, so deny rules must see them.
 */
export function scanCommands(text: string): readonly (readonly ShellWord[])[] {
  const found = new Map<string, readonly ShellWord[]>();
  const source = text.slice(0, scannedCharacters);
  const rest = scan(source, 0, true, found);
  // A quote that is never closed would hide everything after it.
  if (rest !== undefined) scan(source, rest, false, found);
  return [...found.values()];
}

function scan(
  text: string,
  start: number,
  quotes: boolean,
  found: Map<string, readonly ShellWord[]>,
): number | undefined {
  let words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let quoteStart = 0;
  const endWord = (): void => {
    if (word !== undefined && words.length < wordsKept) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) keep(words, found);
    words = [];
  };
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote === "'") {
      if (character === "'") quote = '';
      else word = grown(word, character);
    } else if (character === '\\') {
      const next = text.charAt(++at);
      if (next !== '\n') word = grown(word, next);
    } else if (character === '`' || (character === '$' && text.charAt(at + 1) === '(')) {
      endCommand();
      if (character === '$') at++;
    } else if (quotes && (character === '"' || (character === "'" && quote === ''))) {
      if (quote === '') quoteStart = at + 1;
      quote = quote === '' ? character : '';
      word ??= '';
    } else if (!quotes && (character === '"' || character === "'")) word ??= '';
    else if (quote === '' && /[;|&\n(){}]/.test(character)) endCommand();
    else if (quote === '' && (character === ' ' || character === '\t')) endWord();
    else if (quote === '"' && character === ')') endCommand();
    else word = grown(word, character);
  }
  endCommand();
  return quote === '' ? undefined : quoteStart;
}

function grown(word: string | undefined, character: string): string {
  if (word === undefined) return character;
  return word.length < charactersKept ? word + character : word;
}

const beforeCommand = /^(?:if|then|else|elif|while|until|do|time|coproc|!|\w+=.*|[0-9]*[<>].*)$/s;

function keep(words: readonly string[], found: Map<string, readonly ShellWord[]>): void {
  let first = 0;
  while (first < words.length && beforeCommand.test(words[first] ?? '')) first++;
  const own = words.slice(first);
  if (own.length === 0) return;
  const key = own.join('\0');
  if (!found.has(key)) found.set(key, own.map(staticWord));
}
