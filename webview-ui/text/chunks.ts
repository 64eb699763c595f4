/** A piece of a long text that is laid out on its own. */
export interface Chunk {
  /** Where it begins in the text: its name. */
  readonly at: number;
  readonly text: string;
  /** The line goes on in the next piece: the break on screen is ours, not the text's. */
  readonly continues: boolean;
}

const wanted = 4000;
const longest = 8000;

/** Cuts a text at line ends into pieces of a size that a browser lays out in no time. */
export function chunksOf(text: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let at = 0;
  while (text.length - at > longest) {
    const lineEnd = text.indexOf('\n', at + wanted);
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
