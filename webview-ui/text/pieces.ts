/** A part of a Markdown text over which no block reaches: it is read and drawn on its own. */
export type Piece =
  | { readonly kind: 'blocks'; readonly at: number; readonly text: string }
  /** Code between fences; `info` is what stands behind the opening one. */
  | { readonly kind: 'code'; readonly at: number; readonly info: string; readonly text: string };

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const bullet = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** From here on a list goes on in another piece: to read one anew with each item costs the square of its length. */
const longestList = 800;

/** So many pieces are drawn together: while the last one grows, no other group is looked at. */
const groupSize = 16;

/**
 * Cuts a text that grows at its end into pieces, line by line, each line once. What is settled is never touched again;
 * only the last piece may change with what comes.
 */
export class Pieces {
  /** What is settled, in groups of which all but the last are full: those are the same ones for good. */
  readonly #full: (readonly Piece[])[] = [];
  #settled: readonly Piece[] = [];
  #text = '';
  /** Where the line begins that has no end yet. */
  #line = 0;
  #piece = { at: 0, lines: '', listed: false, blank: false };
  #code: { readonly mark: string; readonly info: string } | undefined;

  /** Goes on with the text where it is the same one, and begins anew where it is another. */
  static of(before: Pieces | undefined, text: string): Pieces {
    const pieces = before !== undefined && text.startsWith(before.#text) ? before : new Pieces();
    pieces.#grow(text);
    return pieces;
  }

  /** All of them in groups, the last with what there is of its last line. */
  get groups(): readonly (readonly Piece[])[] {
    const open = [...this.#settled, ...this.#unsettled];
    return open.length === 0 ? [...this.#full] : [...this.#full, open];
  }

  get all(): readonly Piece[] {
    return this.groups.flat();
  }

  get #unsettled(): readonly Piece[] {
    const rest = this.#text.slice(this.#line);
    if (this.#code) {
      const last = closes(rest, this.#code.mark) ? '' : rest;
      return [this.#codePiece(this.#code.info, this.#piece.lines + last)];
    }
    if (this.#piece.lines + rest === '') return [];
    if (!this.#cutsBefore(rest)) return [this.#blocks(this.#piece.lines + rest)];
    return [this.#blocks(this.#piece.lines), { kind: 'blocks', at: this.#line, text: rest }];
  }

  #grow(text: string): void {
    this.#text = text;
    for (;;) {
      const end = text.indexOf('\n', this.#line);
      if (end === -1) return;
      this.#take(text.slice(this.#line, end), end + 1);
      this.#line = end + 1;
    }
  }

  #take(line: string, next: number): void {
    if (this.#code) {
      if (!closes(line, this.#code.mark)) {
        this.#piece.lines += `${line}\n`;
        return;
      }
      this.#settle(this.#codePiece(this.#code.info, this.#piece.lines), next);
      this.#code = undefined;
      return;
    }
    const [, mark, info = ''] = fence.exec(line) ?? [];
    // A fence that belongs to a list item is indented under its words, or part of what the list is read with.
    if (mark !== undefined && !(this.#piece.listed && line.startsWith(' '))) {
      this.#close(this.#line);
      this.#code = { mark, info: info.trim() };
      return;
    }
    if (this.#cutsBefore(line)) this.#close(this.#line);
    if (this.#piece.lines === '') this.#piece.listed = bullet.test(line);
    this.#piece.blank = line.trim() === '';
    this.#piece.lines += `${line}\n`;
  }

  #cutsBefore(line: string): boolean {
    const { lines, listed, blank } = this.#piece;
    if (lines === '' || line.trim() === '') return false;
    if (listed && bullet.test(line)) return lines.length > longestList;
    return blank && !(listed && /^\s/.test(line));
  }

  #close(next: number): void {
    if (this.#piece.lines.trim() !== '') this.#settle(this.#blocks(this.#piece.lines), next);
    this.#piece = { at: next, lines: '', listed: false, blank: false };
  }

  #settle(piece: Piece, next: number): void {
    this.#settled = [...this.#settled, piece];
    if (this.#settled.length === groupSize) {
      this.#full.push(this.#settled);
      this.#settled = [];
    }
    this.#piece = { at: next, lines: '', listed: false, blank: false };
  }

  #blocks(text: string): Piece {
    return { kind: 'blocks', at: this.#piece.at, text };
  }

  #codePiece(info: string, text: string): Piece {
    return { kind: 'code', at: this.#piece.at, info, text: text.replace(/\n$/, '') };
  }
}

/** Reads a text again and again while it grows, and of what was read before nothing but its end. */
export function readerOfPieces(): (text: string) => readonly (readonly Piece[])[] {
  let pieces: Pieces | undefined;
  return text => {
    pieces = Pieces.of(pieces, text);
    return pieces.groups;
  };
}

/** A fence with a text behind it ends nothing: that text would be seen nowhere. */
function closes(line: string, open: string): boolean {
  const [, mark = '', behind = ''] = fence.exec(line) ?? [];
  return mark.startsWith(open) && behind.trim() === '';
}
