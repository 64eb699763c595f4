import type { TextPart } from '../../src/core/change/hidden';

/** A piece of a long text that is laid out on its own. */
export interface Chunk {
  /** Where it begins in the text: its name. */
  readonly at: number;
  readonly text: string;
  /** The line goes on in the next piece: the break on screen is ours, not the text's. */
  readonly continues: boolean;
  /** So many of its characters are drawn as a mark, which is as long as eight letters. */
  readonly marks?: number;
}

/** A longer text is drawn piece by piece. */
export const longestChunk = 8000;
/** Where the letters of a word depend on each other: 8,000 in a word took a browser a quarter of a second, 1,000 three milliseconds. */
const longestWord = 1000;
/** Marks of other writing than that of Latin, Greek, Cyrillic, Han, Kana and Hangul: joined, ordered or broken by its words. */
const joined = /[\u0300-\u036f\u0590-\u1fff\ufb1d-\ufdff\ufe70-\ufefe]/;
/** Each hidden character is an element of its own, and 8,000 of them took a third of a second. */
const mostMarks = 200;

/** Cuts a text at line ends into pieces of a size that a browser lays out in no time. */
export function chunksOf(text: string, longest = longestChunk): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let at = 0;
  while (text.length - at > longest) {
    const lineEnd = text.indexOf('\n', at + longest / 2);
    const whole = lineEnd !== -1 && lineEnd - at < longest;
    // Half a character must not end up in each of two pieces.
    const splitsPair = !whole && isHighSurrogate(text.charCodeAt(at + longest - 1));
    const end = whole ? lineEnd + 1 : at + longest - (splitsPair ? 1 : 0);
    chunks.push({ at, text: text.slice(at, whole ? end - 1 : end), continues: !whole });
    at = end;
  }
  chunks.push({ at, text: text.slice(at), continues: false });
  return chunks;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Cuts what is short enough, and yet costs too much at once: an endless word. */
export function wordChunksOf(text: string): readonly Chunk[] {
  return hasEndlessWord(text) ? chunksOf(text, longestWord) : [{ at: 0, text, continues: false }];
}

function hasEndlessWord(text: string): boolean {
  if (text.length <= longestWord || !joined.test(text)) return false;
  return text.split(/\s/).some(word => word.length > longestWord && joined.test(word));
}

/** Cuts a text of which too much is hidden, so that no piece has too many marks. */
export function markChunksOf(parts: readonly TextPart[]): readonly Chunk[] {
  const chunks: { at: number; text: string; continues: boolean; marks: number }[] = [];
  let at = 0;
  for (const { text, hidden } of parts) {
    const last = chunks.at(-1);
    if (last === undefined || (hidden !== undefined && last.marks === mostMarks)) {
      if (last) last.continues = true;
      chunks.push({ at, text, continues: false, marks: hidden === undefined ? 0 : 1 });
    } else {
      last.text += text;
      last.marks += hidden === undefined ? 0 : 1;
    }
    at += text.length;
  }
  return chunks;
}
