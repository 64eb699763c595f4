import { entryOf } from '../base/entryOf';
import { isObject } from '../base/json';
import { type JournalLine, noHash, type Sha256 } from './journal';
import { say, type Sentence, sentenceFrom } from '../texts/sentence';

/** How far the lines of a journal follow one another unchanged: to this one, and why no farther. */
export interface ChainEnd {
  readonly seq: number;
  readonly prev: string;
  readonly broken?: Sentence;
}

export const chainStart: ChainEnd = { seq: 0, prev: noHash };

/** The end with one more line, which is given as its text and as what that says. Behind a break nothing counts. */
export function followed(end: ChainEnd, text: string, line: JournalLine | undefined, sha256: Sha256): ChainEnd {
  if (end.broken !== undefined) return end;
  const seq = end.seq + 1;
  if (!line) return { ...end, broken: say('Line {line} is not a journal line.', { line: seq }) };
  if (line.seq !== seq || line.prev !== end.prev)
    return {
      ...end,
      broken: say('Line {line} does not follow the line before it: something was removed or moved.', { line: seq }),
    };
  // The text itself is hashed, as it was when it was written: to write it anew from what it says would cost as much again.
  const tail = `,"hash":"${line.hash}"}`;
  if (!text.endsWith(tail) || sha256(`${text.slice(0, -tail.length)}}`) !== line.hash)
    return { ...end, broken: say('Line {line} was changed after it was written.', { line: seq }) };
  return { seq, prev: line.hash };
}

/** What a line says, whatever its hash; nothing if it is no line of a journal. */
export function readLine(text: string): JournalLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const line = isObject(value) && value['v'] === 1 ? withSentences(value) : value;
    return isLine(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Where records of the first version hold a text of ours, later ones hold a sentence. */
const sentenceOfRecord: Readonly<Record<string, string>> = {
  notice: 'text',
  divider: 'text',
  withdrawn: 'reason',
  not_delivered: 'reason',
  agent_lost: 'reason',
};

function withSentences(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { record } = line;
  if (!isObject(record)) return line;
  const { type, by } = record;
  const field = typeof type === 'string' ? entryOf(sentenceOfRecord, type) : undefined;
  return {
    ...line,
    record: {
      ...record,
      ...(field === undefined ? {} : { [field]: sentenceFrom(record[field]) }),
      ...(isObject(by) && 'reason' in by ? { by: { ...by, reason: sentenceFrom(by['reason']) } } : {}),
    },
  };
}

/**
 * The hash covers the record, so a line that passes it was written by us and has the shape its type says, unless it is of a
 * newer version.
 */
function isLine(value: unknown): value is JournalLine {
  return (
    isObject(value) &&
    Number.isInteger(value['v']) &&
    Number(value['v']) >= 1 &&
    typeof value['seq'] === 'number' &&
    typeof value['prev'] === 'string' &&
    typeof value['hash'] === 'string' &&
    isObject(value['record'])
  );
}
