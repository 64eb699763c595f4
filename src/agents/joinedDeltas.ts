/** What stands around the text of a delta, which is the same for all deltas of one block. */
interface Frame {
  readonly before: string;
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
  #frame: Frame | undefined;
  #texts: string[] = [];

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(line: string): void {
    const text = this.#frame && textIn(this.#frame, line);
    if (text !== undefined) {
      this.#texts.push(text);
      return;
    }
    this.flush();
    const match = line.length > longestDelta ? null : delta.exec(line);
    if (match) {
      const [, before = '', first = '', toId = '', id = '', fromId = ''] = match;
      this.#frame = { before, toId, id, fromId };
      this.#texts = [first];
    } else this.#onLine(line);
  }

  /** Passes on what was held back: nothing more comes for now. */
  flush(): void {
    const frame = this.#frame;
    if (!frame) return;
    const line = frame.before + this.#texts.join('') + frame.toId + frame.id + frame.fromId;
    this.#frame = undefined;
    this.#texts = [];
    this.#onLine(line);
  }
}

/** The text of a delta, as it stands in its line, where the line differs from the other one in text and id alone. */
function textIn({ before, toId, id, fromId }: Frame, line: string): string | undefined {
  const end = line.length - toId.length - id.length - fromId.length;
  if (end < before.length || line.length > longestDelta) return undefined;
  if (!line.startsWith(before) || !line.startsWith(toId, end) || !line.endsWith(fromId)) return undefined;
  const text = line.slice(before.length, end);
  const itsId = line.slice(end + toId.length, line.length - fromId.length);
  return wholeText.test(text) && idCharacters.test(itsId) ? text : undefined;
}
