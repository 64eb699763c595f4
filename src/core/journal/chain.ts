import { isObject } from '../base/json';
import { type JournalLine, noHash, type Sha256 } from './journal';

/** How far the lines of a journal follow one another unchanged: to this one, and why no farther. */
export interface ChainEnd {
  readonly seq: number;
  readonly prev: string;
  readonly broken?: string;
}

export const chainStart: ChainEnd = { seq: 0, prev: noHash };

/** The end with one more line, which is given as its text and as what that says. Behind a break nothing counts. */
export function followed(end: ChainEnd, text: string, line: JournalLine | undefined, sha256: Sha256): ChainEnd {
  if (end.broken !== undefined) return end;
  const seq = end.seq + 1;
  if (!line) return { ...end, broken: `Line ${seq} is not a journal line.` };
  if (line.seq !== seq || line.prev !== end.prev)
    return { ...end, broken: `Line ${seq} does not follow the line before it: something was removed or moved.` };
  // The text itself is hashed, as it was when it was written: to write it anew from what it says would cost as much again.
  const tail = `,"hash":"${line.hash}"}`;
  if (!text.endsWith(tail) || sha256(`${text.slice(0, -tail.length)}}`) !== line.hash)
    return { ...end, broken: `Line ${seq} was changed after it was written.` };
  return { seq, prev: line.hash };
}

/** What a line says, whatever its hash; nothing if it is no line of a journal. */
export function readLine(text: string): JournalLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The hash covers the record, so a line that passes it was written by us and has the shape its type says. */
function isLine(value: unknown): value is JournalLine {
  return (
    isObject(value) &&
    (value['v'] === 1 || value['v'] === 2) &&
    typeof value['seq'] === 'number' &&
    typeof value['prev'] === 'string' &&
    typeof value['hash'] === 'string' &&
    isObject(value['record'])
  );
}
