import { say, type Sentence } from '../../texts/sentence';

/** The words of a command pattern, with its quotes resolved as a shell would. */
type RuleWords =
  | { readonly words: readonly string[]; readonly unquotedStar: boolean }
  | { readonly problem: Sentence; readonly at: number; readonly suggestion?: string };

export function shellWords(text: string): RuleWords {
  const words: string[] = [];
  let unquotedStar = false;
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'" || character === '"') {
      const end = closing(text, at);
      if (end < 0) return { problem: say('The quote {quote} is not closed', { quote: character }), at };
      word = (word ?? '') + unquoted(text.slice(at + 1, end), character);
      at = end;
    } else if (character === '\\' && at + 1 < text.length) {
      word = (word ?? '') + text.charAt(++at);
    } else if (isOperator(text, at)) {
      return {
        problem: say('A rule covers one command: "{character}" would join two', { character }),
        at,
        suggestion: `Bash(${text.slice(0, at).trim() || '…'}:*)`,
      };
    } else {
      if (character === '*') unquotedStar = true;
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  return { words, unquotedStar };
}

function closing(text: string, open: number): number {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at++) {
    if (quote === '"' && text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === quote) return at;
  }
  return -1;
}

function unquoted(text: string, quote: string): string {
  return quote === '"' ? text.replaceAll(/\\(["\\$`])/g, '$1') : text;
}

function isOperator(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (character === '\n' || character === ';' || character === '|') return true;
  return character === '&' && (text.charAt(at + 1) === '&' || at + 1 === text.length || text.charAt(at + 1) === ' ');
}
