import { arithmeticEnd, commandsFollow, control, isAssignment, plainExpansion, redirect } from './scanTokens';

/** A part of the source of a shell text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ScannedWord extends Span {
  /** After quote removal; `undefined` when something in it is expanded that could hold anything. */
  readonly value: string | undefined;
  /** It stands where a command may begin, so that it can be a keyword. */
  readonly first: boolean;
}

/** What a shell text is made of: every byte of it belongs to one of these, or to what stands between them. */
interface Scan {
  readonly words: readonly ScannedWord[];
  /** Where each redirection begins, with its operator. */
  readonly redirects: readonly (Span & { readonly operator: string })[];
  readonly hereDocs: readonly Span[];
  /** `$( )`, backticks, `<( )` and `>( )`, from their first to their last character. */
  readonly substitutions: readonly Span[];
}

/**
 * A second reader of shell texts, beside the parser: it knows a small, closed grammar and nothing else. What it does not
 * know it does not read (`undefined`), so that no text can be passed over, and nothing in quotes or behind a `$` is taken
 * for plain text.
 */
export function scanShell(source: string, { from, to }: Span): Scan | undefined {
  const scanner = new Scanner(source, to, 0);
  const end = scanner.script(from, false);
  return end === to ? scanner.found : undefined;
}

interface PendingHereDoc {
  readonly end: string;
  readonly stripsTabs: boolean;
  readonly expands: boolean;
}

/** What is read of a word or of a piece of one. */
interface Read {
  readonly to: number;
  readonly value: string | undefined;
}

const unread: Read = { to: -1, value: undefined };

/** Deeper than this a text is not read. */
const deepest = 120;

class Scanner {
  readonly found = {
    words: new Array<ScannedWord>(),
    redirects: new Array<Span & { readonly operator: string }>(),
    hereDocs: new Array<Span>(),
    substitutions: new Array<Span>(),
  };
  readonly #source: string;
  readonly #to: number;
  readonly #depth: number;

  constructor(source: string, to: number, depth: number) {
    this.#source = source;
    this.#to = to;
    this.#depth = depth;
  }

  /** Reads commands up to the end, or up to the parenthesis that closes them, and says where that is; -1 for not at all. */
  script(from: number, closed: boolean): number {
    if (this.#depth > deepest) return -1;
    const pending: PendingHereDoc[] = [];
    let first = true;
    /** A command must begin here, and is not the rest of one that began with an assignment. */
    let begins = true;
    /** Behind a closed group only an operator, a redirection or the end may follow. */
    let afterGroup = false;
    let at = from;
    for (;;) {
      at = this.#skipBlanks(at);
      if (at >= this.#to) return closed || pending.length > 0 ? -1 : at;
      const character = this.#source.charAt(at);
      if (character === ')') return closed && pending.length === 0 ? at : -1;
      if (character === '\n') {
        at = this.#hereDocs(at + 1, pending.splice(0));
        first = begins = true;
        afterGroup = false;
      } else if (character === '#') at = this.#endOfLine(at);
      else {
        const operator = this.#match(control, at);
        if (operator !== undefined) {
          at += operator.length;
          first = begins = true;
          afterGroup = false;
        } else if (character === '(') {
          const end = begins && this.#source.charAt(at + 1) !== '(' ? this.script(at + 1, true) : -1;
          if (end < 0) return -1;
          at = end + 1;
          first = begins = false;
          afterGroup = true;
        } else if (this.#beginsRedirect(at)) at = this.#redirect(at, pending);
        else {
          const word = this.#word(at);
          if (word.to < 0 || afterGroup) return -1;
          if (word.value === '[[' && first) at = this.#condition(at, word);
          else {
            this.found.words.push({ from: at, to: word.to, value: word.value, first });
            begins = first && commandsFollow.has(this.#source.slice(at, word.to));
            first = first && (begins || isAssignment(word.value));
            at = word.to;
          }
        }
      }
      if (at < 0) return -1;
    }
  }

  #skipBlanks(from: number): number {
    let at = from;
    for (; at < this.#to; at++) {
      const character = this.#source.charAt(at);
      if (character === '\\' && this.#source.charAt(at + 1) === '\n') at++;
      else if (character !== ' ' && character !== '\t') break;
    }
    return at;
  }

  #endOfLine(from: number): number {
    const at = this.#source.indexOf('\n', from);
    return at < 0 || at > this.#to ? this.#to : at;
  }

  #match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at;
    const text = pattern.exec(this.#source)?.[0];
    return text !== undefined && at + text.length <= this.#to ? text : undefined;
  }

  /** A `<` or `>` before a parenthesis is part of a word, whatever stands before it. */
  #beginsRedirect(at: number): boolean {
    const operator = this.#match(redirect, at);
    if (operator === undefined) return false;
    return !(/[<>]$/.test(operator) && this.#source.charAt(at + operator.length) === '(' && /^[0-9]*.$/.test(operator));
  }

  #redirect(from: number, pending: PendingHereDoc[]): number {
    const text = this.#match(redirect, from) ?? '';
    const operator = text.replace(/^[0-9]+/, '');
    const at = this.#skipBlanks(from + text.length);
    const target = this.#word(at);
    if (target.to < 0) return -1;
    this.found.redirects.push({ from, to: target.to, operator });
    if (operator !== '<<' && operator !== '<<-') {
      this.found.words.push({ from: at, to: target.to, value: target.value, first: false });
      return target.to;
    }
    if (target.value === undefined) return -1;
    const expands = this.#source.slice(at, target.to) === target.value;
    pending.push({ end: target.value, stripsTabs: operator === '<<-', expands });
    return target.to;
  }

  /** The bodies that follow the end of a line, in the order in which they were announced. */
  #hereDocs(from: number, pending: readonly PendingHereDoc[]): number {
    let at = from;
    for (const { end, stripsTabs, expands } of pending) {
      const start = at;
      for (;;) {
        if (at >= this.#to) return -1;
        const lineEnd = this.#endOfLine(at);
        const line = this.#source.slice(at, lineEnd);
        at = Math.min(lineEnd + 1, this.#to);
        if ((stripsTabs ? line.replace(/^\t+/, '') : line) === end) {
          const body = this.#source.slice(start, lineEnd - line.length);
          if (expands && /[$`\\]/.test(body)) return -1;
          this.found.hereDocs.push({ from: start, to: lineEnd - line.length });
          break;
        }
      }
    }
    return at;
  }

  /** `[[ … ]]`: words and the operators between them. */
  #condition(from: number, opening: Read): number {
    this.found.words.push({ from, to: opening.to, value: '[[', first: true });
    let at = opening.to;
    for (;;) {
      at = this.#skipBlanks(at);
      if (at >= this.#to) return -1;
      const operator = this.#match(/&&|\|\||[()<>](?!\()/y, at);
      if (operator !== undefined) {
        at += operator.length;
        continue;
      }
      const word = this.#word(at);
      if (word.to < 0) return -1;
      this.found.words.push({ from: at, to: word.to, value: word.value, first: false });
      at = word.to;
      if (word.value === ']]') return at;
    }
  }

  /** A word is never empty: where none begins there is something that this grammar does not know. */
  #word(from: number): Read {
    let value: string | undefined = '';
    let at = from;
    while (at < this.#to) {
      const character = this.#source.charAt(at);
      if (/[\s;&|()]/.test(character)) break;
      if ((character === '<' || character === '>') && this.#source.charAt(at + 1) !== '(') break;
      const piece = this.#piece(character, at);
      if (piece.to < 0 || piece.to > this.#to) return unread;
      value = value === undefined || piece.value === undefined ? undefined : value + piece.value;
      at = piece.to;
    }
    // `{fd}>file` opens a file under the name of a variable.
    if (/[<>]/.test(this.#source.charAt(at)) && /\{\w+\}$/.test(this.#source.slice(from, at))) return unread;
    return at === from ? unread : { to: at, value };
  }

  #piece(character: string, at: number): Read {
    switch (character) {
      case '\\': {
        const next = this.#source.charAt(at + 1);
        return next === '\n' || next === '' ? unread : { to: at + 2, value: next };
      }
      case "'": {
        const end = this.#source.indexOf("'", at + 1);
        return end < 0 ? unread : { to: end + 1, value: this.#source.slice(at + 1, end) };
      }
      case '"':
        return this.#quoted(at + 1);
      case '$':
        return /['"]/.test(this.#source.charAt(at + 1)) ? unread : this.#expansion(at);
      case '`':
        return this.#backticks(at);
      case '<':
      case '>':
        return this.#substitution(at, at + 2);
      default:
        return { to: at + 1, value: character };
    }
  }

  #quoted(from: number): Read {
    let value: string | undefined = '';
    let at = from;
    while (at < this.#to) {
      const character = this.#source.charAt(at);
      if (character === '"') return { to: at + 1, value };
      const piece = this.#quotedPiece(character, at);
      if (piece.to < 0) return unread;
      value = value === undefined || piece.value === undefined ? undefined : value + piece.value;
      at = piece.to;
    }
    return unread;
  }

  #quotedPiece(character: string, at: number): Read {
    const next = this.#source.charAt(at + 1);
    if (character === '\\' && next === '\n') return { to: at + 2, value: '' };
    if (character === '\\' && /["$`\\]/.test(next)) return { to: at + 2, value: next };
    if (character === '$') return this.#expansion(at);
    if (character === '`') return this.#backticks(at);
    return { to: at + 1, value: character };
  }

  #expansion(at: number): Read {
    const computed = arithmeticEnd(this.#source, at, this.#to);
    if (computed >= 0) return { to: computed, value: undefined };
    const next = this.#source.charAt(at + 1);
    if (next === '(' && this.#source.charAt(at + 2) !== '(') return this.#substitution(at, at + 2);
    const plain = this.#match(plainExpansion, at);
    if (plain !== undefined) return { to: at + plain.length, value: undefined };
    // A `$` before anything else that the shell gives a meaning is not known here.
    return /[({[]/.test(next) ? unread : { to: at + 1, value: '$' };
  }

  #substitution(from: number, inside: number): Read {
    const inner = new Scanner(this.#source, this.#to, this.#depth + 1);
    const end = inner.script(inside, true);
    if (end < 0) return unread;
    this.found.substitutions.push({ from, to: end + 1 });
    return { to: end + 1, value: undefined };
  }

  /** Inside backticks a backslash means something of its own, so there must be none. */
  #backticks(from: number): Read {
    const end = this.#source.indexOf('`', from + 1);
    if (end < 0 || end >= this.#to || this.#source.slice(from, end).includes('\\')) return unread;
    if (new Scanner(this.#source, end, this.#depth + 1).script(from + 1, false) !== end) return unread;
    this.found.substitutions.push({ from, to: end + 1 });
    return { to: end + 1, value: undefined };
  }
}
