import { type ChainEnd, chainStart, followed } from './chain';
import { isNewer, type JournalLine, type Sha256 } from './journal';
import { keyOf, type Seal } from './seal';
import { say, type Sentence } from '../texts/sentence';

/** What there is to hold a record against beside itself. */
export interface Proof {
  /** The end of it that was kept elsewhere. */
  readonly seal?: Seal;
  /** The tag that the key of this machine makes, where there is one. */
  readonly tag?: (lines: number, head: string) => string | undefined;
}

/** What is known of the end of a record. */
type End =
  | { readonly kind: 'unknown' | 'forged' | 'untagged' }
  | { readonly kind: 'holds' | 'cut'; readonly sealed: number }
  | { readonly kind: 'replaced'; readonly line: number };

export interface Verified {
  readonly chain: ChainEnd;
  readonly end: End;
  readonly tags: Tags;
  /** Lines of a newer version. */
  readonly newer: number;
  /** Bytes behind the last whole line. */
  readonly rest: number;
}

/** The tags in a record: those that hold, those of another key, and the first that is wrong. */
interface Tags {
  readonly held: number;
  readonly last: number;
  readonly other: number;
  readonly wrong?: number;
}

/** Holds a record against what is known of it, line by line. */
export class RecordCheck {
  readonly #proof: Proof;
  readonly #sha256: Sha256;
  #chain = chainStart;
  #tags: Tags = { held: 0, last: 0, other: 0 };
  #newer = 0;
  #rest = 0;
  #headAtSeal: string | undefined;

  constructor(proof: Proof, sha256: Sha256) {
    this.#proof = proof;
    this.#sha256 = sha256;
  }

  take(text: string, line: JournalLine | undefined): void {
    this.#chain = followed(this.#chain, text, line, this.#sha256);
    if (!line || this.#chain.broken !== undefined) return;
    if (isNewer(line)) this.#newer += 1;
    if (line.record.type === 'tagged') this.#tags = this.#tagged(line, line.record.tag);
    if (line.seq === this.#proof.seal?.lines) this.#headAtSeal = line.hash;
  }

  /** One of its files is gone, or carries the number of another one. */
  gap(): void {
    const { broken } = this.#chain;
    this.#chain = { ...this.#chain, broken: broken ?? say('Its files are not numbered one after the other.') };
  }

  /** What is behind the last whole line of a part. Only in the last one can it be a line that was not written to its end. */
  rest(bytes: number, isLastPart: boolean): void {
    if (isLastPart) this.#rest = bytes;
    else this.take('', undefined);
  }

  get result(): Verified {
    return { chain: this.#chain, end: this.#end(), tags: this.#tags, newer: this.#newer, rest: this.#rest };
  }

  #tagged({ seq, prev }: JournalLine, tag: unknown): Tags {
    const tags = this.#tags;
    const ours = this.#proof.tag?.(seq - 1, prev);
    if (typeof tag !== 'string' || (ours !== undefined && keyOf(ours) === keyOf(tag) && ours !== tag))
      return { ...tags, wrong: tags.wrong ?? seq };
    return ours === tag ? { ...tags, held: tags.held + 1, last: seq } : { ...tags, other: tags.other + 1 };
  }

  #end(): End {
    const { seal, tag } = this.#proof;
    if (!seal) return { kind: 'unknown' };
    const ours = tag?.(seal.lines, seal.head);
    const isOfKey = seal.tag !== undefined && ours !== undefined && keyOf(seal.tag) === keyOf(ours);
    if (isOfKey && seal.tag !== ours) return { kind: 'forged' };
    if (this.#headAtSeal === undefined) return { kind: 'cut', sealed: seal.lines };
    if (this.#headAtSeal !== seal.head) return { kind: 'replaced', line: seal.lines };
    // Whoever wrote the record anew could have put this end there too, but for the key.
    return ours !== undefined && !isOfKey ? { kind: 'untagged' } : { kind: 'holds', sealed: seal.lines };
  }
}

/** `whole`: nothing was changed, added or cut off. `unproven`: no change was found, but not every one would be. */
export function verdictOf({ chain, end, tags, newer, rest }: Verified): 'whole' | 'unproven' | 'changed' {
  const isBroken = chain.broken !== undefined || tags.wrong !== undefined || chain.seq === 0;
  if (isBroken || end.kind === 'cut' || end.kind === 'replaced') return 'changed';
  return end.kind === 'holds' && end.sealed === chain.seq && newer === 0 && rest === 0 ? 'whole' : 'unproven';
}

/** Exactly what was verified of a record, and what could not be. */
export function verifiedWords(verified: Verified): readonly Sentence[] {
  const { chain, newer, rest } = verified;
  return [
    chain.broken ?? linesWords(chain.seq),
    // Behind a break nothing is followed, so nothing can be said of the end.
    ...(chain.broken === undefined ? endWords(verified) : []),
    ...tagWords(verified),
    ...(newer === 0
      ? []
      : [
          say('Lines of a newer version of Latch, which are in their place but were not read: {count}.', {
            count: newer,
          }),
        ]),
    ...(rest === 0
      ? []
      : [
          say(
            'Behind the last line stand {bytes} bytes that are no whole line: one that was not written to its end, or something that was added.',
            { bytes: rest },
          ),
        ]),
  ];
}

function linesWords(lines: number): Sentence {
  return lines === 0
    ? say('There is no line in it, and each record begins with one.')
    : say('Each line is unchanged and in its place: {lines} in all.', { lines });
}

function endWords({ chain: { seq }, end }: Verified): readonly Sentence[] {
  switch (end.kind) {
    case 'holds':
      return end.sealed === seq
        ? [say('Its end is the one that this machine saw written: nothing was cut off.')]
        : [
            say(
              'The first {sealed} lines are those that this machine saw written. Whether any are missing behind line {lines} cannot be told.',
              { sealed: end.sealed, lines: seq },
            ),
          ];
    case 'cut':
      return [
        say('Lines were cut off: this machine saw {sealed} written, and {lines} are there.', {
          sealed: end.sealed,
          lines: seq,
        }),
      ];
    case 'replaced':
      return [
        say('Line {line} is not the one that this machine saw written: the record was replaced.', { line: end.line }),
      ];
    case 'forged':
      return [say('What this machine kept of its end was changed, so whether lines were cut off cannot be told.')];
    case 'untagged':
      return [
        say('What this machine kept of its end has no tag of its key, so whether it is the true end cannot be told.'),
      ];
    case 'unknown':
      return [say('This machine kept nothing of its end, so whether lines were cut off cannot be told.')];
    default:
      return end satisfies never;
  }
}

function tagWords({ end, tags: { held, last, other, wrong } }: Verified): readonly Sentence[] {
  if (wrong !== undefined)
    return [
      say('The tag in line {line} was not made with the key of this machine: the record was written anew.', {
        line: wrong,
      }),
    ];
  const words: Sentence[] = [];
  if (held > 0)
    words.push(
      say('Tags made with the key of this machine: {count}, the last one in line {line}.', {
        count: held,
        line: last,
      }),
    );
  if (other > 0) words.push(say('Tags made with another key, which could not be checked: {count}.', { count: other }));
  if (held === 0 && (end.kind === 'unknown' || end.kind === 'forged'))
    words.push(
      say(
        'No line was tagged with the key of this machine, so whether the whole record was written anew cannot be told.',
      ),
    );
  return words;
}
