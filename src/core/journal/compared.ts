import { say, type Sentence } from '../texts/sentence';
import type { JournalLine, Sha256 } from './journal';
import { isToldOf, lineTold, type RecordLine } from './told';

/** What was found when a journal was held against what one person recorded of it at the team. Lines are counted from 1. */
interface Compared {
  readonly first?: number;
  readonly last?: number;
  /** The first line that is another one there. */
  readonly other?: number;
  /** The first line of which something is told there that it does not say. */
  readonly misquoted?: number;
  /** The first line that is missing there among others. */
  readonly removed?: number;
  /** The first line there that does not follow the one before it. */
  readonly unlinked?: number;
  /** The first line that is there alone. */
  readonly onlyThere?: number;
  /** Lines behind the last one there. */
  readonly behind: number;
  /** Lines of which something is told there in a form that is not known here. */
  readonly unread: number;
}

/** Holds a journal against the record of a team, in the order of their lines. */
export class Comparison {
  readonly #sha256: Sha256;
  #found: Compared = { behind: 0, unread: 0 };
  #before: RecordLine | undefined;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  get result(): Compared {
    return this.#found;
  }

  /** A line that the record does not have. */
  here(): void {
    if (this.#before) this.#found = { ...this.#found, behind: this.#found.behind + 1 };
  }

  /** A line of the record, and what stands in its place here. */
  there(kept: RecordLine, text: string | undefined, line: JournalLine | undefined): void {
    const { number } = kept;
    const before = this.#before;
    if (before && number !== before.number + 1) this.#find({ removed: before.number + 1 });
    else if (before && kept.prev !== before.hash) this.#find({ unlinked: number });
    if (text === undefined) this.#alone(kept);
    else if (this.#hashOf(text) !== kept.hash) this.#find({ other: number });
    else this.#read(kept, text, line);
    this.#before = kept;
    this.#found = { ...this.#found, first: this.#found.first ?? number, last: number, behind: 0 };
  }

  #read({ number, told }: RecordLine, text: string, line: JournalLine | undefined): void {
    const isSo = line !== undefined && isToldOf(told, text, line, this.#sha256);
    if (isSo === undefined) this.#found = { ...this.#found, unread: this.#found.unread + 1 };
    else if (!isSo) this.#find({ misquoted: number });
  }

  #alone({ number, hash, told }: RecordLine): void {
    this.#find({ onlyThere: number });
    const full = lineTold(told);
    if (full !== undefined && this.#hashOf(full) !== hash) this.#find({ misquoted: number });
  }

  /** Of what the line says, whatever it says of its hash. */
  #hashOf(text: string): string {
    const body = /^(.*),"hash":"[0-9a-f]*"\}$/s.exec(text)?.[1];
    return body === undefined ? '' : this.#sha256(`${body}}`);
  }

  /** The first of each kind stays. */
  #find(what: Omit<Compared, 'behind' | 'unread'>): void {
    this.#found = { ...what, ...this.#found };
  }
}

/** What a record has acknowledged to this machine. */
export interface Acknowledged {
  readonly first?: number;
  readonly last: number;
}

/** What else is known of it. */
interface Known {
  /** As whom the store knows who recorded it. */
  readonly role: string;
  /** There is a journal here. */
  readonly isHere: boolean;
  readonly acknowledged: Acknowledged;
}

export const nothingAcknowledged: Acknowledged = { last: 0 };

export function isChanged(compared: Compared, { acknowledged }: Known): boolean {
  const { other, misquoted, removed, unlinked, onlyThere, first = 1, last = 0 } = compared;
  const isCut = acknowledged.last > last || (acknowledged.first ?? first) < first;
  return isCut || [other, misquoted, removed, unlinked, onlyThere].some(it => it !== undefined);
}

/** Exactly what of both agrees, and what does not. */
export function comparedWords(compared: Compared, known: Known): readonly Sentence[] {
  const { first, last = 0, behind, unread } = compared;
  const { role, acknowledged } = known;
  const [sent, end] = [Math.max(last, acknowledged.last), last + behind];
  return [
    ...(first === undefined
      ? []
      : [say('The record of the team has the lines {first} to {last}, from {role}.', { first, last, role })]),
    ...(isChanged(compared, known)
      ? differenceWords(compared, known)
      : [say('Each of them is the one that stands here.')]),
    ...(unread > 0
      ? [say('Lines of which something is told there in a newer form, which was not read: {count}.', { count: unread })]
      : []),
    ...(end > sent ? [say('Only here, and not sent yet: lines {from} to {end}.', { from: sent + 1, end })] : []),
  ];
}

function differenceWords(compared: Compared, { isHere, acknowledged }: Known): readonly Sentence[] {
  const { first = 1, last = 0, other, misquoted, removed, unlinked, onlyThere } = compared;
  const words: Sentence[] = [];
  if (other !== undefined)
    words.push(
      say('Line {line} is another one there than here: one of both was changed, moved or replaced.', { line: other }),
    );
  if (misquoted !== undefined)
    words.push(say('Of line {line} something is told there that it does not say.', { line: misquoted }));
  if (removed !== undefined)
    words.push(say('Line {line} is missing there, and later ones are not: it was removed.', { line: removed }));
  if (unlinked !== undefined)
    words.push(say('Line {line} there does not follow the line before it.', { line: unlinked }));
  if (onlyThere !== undefined)
    words.push(
      isHere
        ? say('From line {line} on they are only there: they were cut off here.', { line: onlyThere })
        : say('There is no record of this session here: it was removed, or it is elsewhere.'),
    );
  if (acknowledged.first !== undefined && acknowledged.first < first)
    words.push(
      say('Lines before line {first} were removed there: it began with line {from}.', {
        first,
        from: acknowledged.first,
      }),
    );
  if (acknowledged.last > last)
    words.push(
      say('Lines were cut off there: {lines} were acknowledged to this machine.', { lines: acknowledged.last }),
    );
  return words;
}
