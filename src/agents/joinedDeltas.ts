/** Deltas of one block: their texts, and what stands around each of them. */
interface Joined {
  readonly before: string;
  readonly texts: string[];
  /** Up to the id that each line has for itself. */
  readonly toId: string;
  readonly id: string;
  readonly fromId: string;
}

/** Only short lines are worth it: a long one costs what its text costs. */
const longestDelta = 16 * 1024;
/** A JSON string between its quotes. */
const inQuotes = String.raw`(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*`;
/** Keys that say nothing of what the line is. */
const keys = String.raw`(?:,"(?!type"|event"|uuid")\w+":(?:null|true|false|\d+|"[\w-]*"))*`;
const delta = new RegExp(
  String.raw`^(\{"type":"stream_event","event":\{"type":"content_block_delta","index":\d+,"delta":\{"type":"\w+_delta","\w+":")(${inQuotes})("\}\}${keys},"uuid":")([\w-]*)("${keys}\})$`,
);
const wholeText = new RegExp(`^${inQuotes}$`);
const idCharacters = /^[\w-]*$/;

/**
 * Makes one line of the deltas that follow each other in one block, since what costs is the line and not its text: a
 * reply comes as thousands. Whatever does not have the exact form of the delta before it is passed on as it is, in order.
 */
export class JoinedDeltas {
  readonly #onLine: (line: string) => void;
  #joined: Joined | undefined;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(line: string): void {
    const text = this.#joined && textIn(this.#joined, line);
    if (text !== undefined) {
      this.#joined?.texts.push(text);
      return;
    }
    this.flush();
    const match = line.length > longestDelta ? null : delta.exec(line);
    if (match) {
      const [, before = '', first = '', toId = '', id = '', fromId = ''] = match;
      this.#joined = { before, texts: [first], toId, id, fromId };
    } else this.#onLine(line);
  }

  /** Passes on what was held back: nothing more comes for now. */
  flush(): void {
    if (!this.#joined) return;
    const { before, texts, toId, id, fromId } = this.#joined;
    this.#joined = undefined;
    this.#onLine(before + texts.join('') + toId + id + fromId);
  }
}

/** The text of a delta, as it stands in its line, where the line differs from the other one in text and id alone. */
function textIn({ before, toId, id, fromId }: Joined, line: string): string | undefined {
  const end = line.length - toId.length - id.length - fromId.length;
  if (end < before.length || line.length > longestDelta) return undefined;
  if (!line.startsWith(before) || !line.startsWith(toId, end) || !line.endsWith(fromId)) return undefined;
  const text = line.slice(before.length, end);
  const itsId = line.slice(end + toId.length, line.length - fromId.length);
  return wholeText.test(text) && idCharacters.test(itsId) ? text : undefined;
}
