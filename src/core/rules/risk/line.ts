import type { ShellWord } from '../shell/syntax';

/** Beyond this a pattern is not searched: the length is a reason by itself. */
export const searchedCharacters = 10_000;

export function lineOf(words: readonly ShellWord[]): string {
  return words.slice(0, 200).map(textOf).join(' ');
}

export function textOf(word: ShellWord): string {
  return (word.value ?? word.raw).slice(0, searchedCharacters / 2);
}
