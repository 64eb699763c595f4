/** The longest line that is read. The agent has been seen to write 5 MB; nothing sensible is a hundred times that. */
const longestLine = 256 * 1024 * 1024;

/**
 * Cuts a stream of bytes into lines. It joins bytes before they are decoded, so a character cut in two by the pipe
 * survives, and keeps the pieces of a long line in a list, so that 50 MB are copied once and not at every chunk.
 */
export class LineReader {
  readonly #onLine: (line: Buffer) => void;
  readonly #onTooLong: () => void;
  #pieces: Buffer[] = [];
  #length = 0;
  #skipping = false;

  constructor(onLine: (line: Buffer) => void, onTooLong: () => void) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = this.#takeLine();
      if (line) this.#onLine(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** The stream ended; a last line without a newline is a line too. */
  end(): void {
    const line = this.#takeLine();
    if (line) this.#onLine(line);
  }

  #keep(piece: Buffer): void {
    if (this.#skipping) return;
    this.#length += piece.length;
    if (this.#length > longestLine) {
      this.#pieces = [];
      this.#skipping = true;
      this.#onTooLong();
    } else if (piece.length > 0) this.#pieces.push(piece);
  }

  #takeLine(): Buffer | undefined {
    const pieces = this.#pieces;
    const length = this.#length;
    this.#pieces = [];
    this.#length = 0;
    this.#skipping = false;
    return pieces.length > 1 ? Buffer.concat(pieces, length) : pieces[0];
  }
}
