import { readFile } from 'node:fs/promises';
import { isObject } from '../core/base/json';
import { type Mark, noSummary, type Summary, summaryAfter } from '../core/journal/summary';
import { noFacts, type SessionFacts } from '../core/journal/sessionFacts';
import type { JournalLine } from '../core/journal/journal';
import { writeAtomically } from './atomicWrite';
import { beginning, type JournalPart, type Place, statParts } from './journalParts';

/** From here on a record can be read as if it began here. */
export interface PlacedMark extends Mark {
  readonly place: Place;
}

/** A summary as it is kept beside its journal, with the place up to which it goes. */
export interface KeptSummary {
  readonly summary: Summary;
  readonly place: Place;
  readonly marks: readonly PlacedMark[];
  /** Of the files when it was written. */
  readonly stamps: string;
}

/** Reading begins at this mark of a summary. */
export interface From {
  readonly kept: KeptSummary;
  readonly mark: PlacedMark;
}

/** Whether the lines that were read are those behind the mark, up to where the summary goes at least. */
export function isAsKept({ kept, mark }: From, first: JournalLine | undefined, last: number): boolean {
  return first?.prev === mark.head && first.seq === mark.lines + 1 && last >= kept.summary.lines;
}

/** The journal is not the one of which the summary tells. */
export class NotAsKept extends Error {}

const version = 1;
/** Marks lie so far apart at least, and there are no more of them: of a longer record every other one is left out. */
const betweenMarks = 512 * 1024;
const mostMarks = 256;

export function summaryPath(journal: string): string {
  return `${journal.slice(0, -'.jsonl'.length)}.summary.json`;
}

/** Which files a journal has, how large they are, and when they were changed. */
export function stampsOf(parts: readonly JournalPart[]): string {
  return parts.map(({ size, changedAt }) => `${size} ${changedAt}`).join(' ');
}

/** The summary of a journal that is being read or written. It is no authority: without it the journal is read. */
export class SummaryKeeper {
  readonly #journal: string;
  #summary: Summary;
  #marks: readonly PlacedMark[];
  #place: Place;
  /** The line that was read or written last; one that begins behind what was known is there already. */
  #seen = 0;
  /** The last line that is on the disk. */
  #written: number;
  #saving: Promise<unknown> = Promise.resolve();

  constructor(journal: string, known?: Omit<KeptSummary, 'stamps'>, former: SessionFacts = noFacts) {
    this.#journal = journal;
    this.#summary = known?.summary ?? { ...noSummary, facts: { ...former, turns: 0 } };
    this.#written = this.#summary.lines;
    this.#marks = known?.marks ?? [];
    this.#place = known?.place ?? beginning;
  }

  /** For a journal that is read from its beginning. What its first line said stands in an earlier summary, should it be damaged. */
  static async anew(journal: string): Promise<SummaryKeeper> {
    return new SummaryKeeper(journal, undefined, (await keptSummary(journal))?.summary.facts);
  }

  get summary(): Summary {
    return this.#summary;
  }

  get marks(): readonly PlacedMark[] {
    return this.#marks;
  }

  get written(): number {
    return this.#written;
  }

  get place(): Place {
    return this.#place;
  }

  take(line: JournalLine): void {
    this.#seen = line.seq;
    if (line.seq > this.#summary.lines) this.#summary = summaryAfter(this.#summary, line);
  }

  /** What this summary tells ends at this place. Says whether that is far enough to be kept. */
  reached(place: Place, { lines, head, items }: Summary = this.#summary): boolean {
    this.#written = Math.max(this.#written, lines);
    if (this.#seen < this.#summary.lines) return false;
    this.#place = place;
    const last = this.#marks.at(-1);
    if (last && lines <= last.lines) return false;
    const from = last?.place ?? beginning;
    if (place.part === from.part && place.byte - from.byte < betweenMarks) return false;
    const marks = [...this.#marks, { lines, head, items, place }];
    this.#marks = marks.length > mostMarks ? marks.filter((_, at) => at % 2 === marks.length % 2) : marks;
    return true;
  }

  /** One after the other. Where it cannot be kept, it is made anew by who needs it. */
  save(summary: Summary = this.#summary): Promise<void> {
    const [place, marks] = [this.#place, this.#marks];
    const write = async (): Promise<void> => {
      const stamps = stampsOf(await statParts(this.#journal));
      await writeAtomically(summaryPath(this.#journal), JSON.stringify({ version, stamps, place, summary, marks }), {
        mode: 0o600,
        lasting: false,
        stillOurs: () => true,
      });
    };
    const saved = this.#saving.then(write).catch(() => {});
    this.#saving = saved;
    return saved;
  }
}

/** What is kept beside a journal, or nothing if that is none of ours. */
export async function keptSummary(journal: string): Promise<KeptSummary | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(summaryPath(journal), 'utf8'));
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is KeptSummary {
  if (!isObject(value) || value['version'] !== version || typeof value['stamps'] !== 'string') return false;
  const { summary, place, marks } = value;
  return isPlace(place) && Array.isArray(marks) && marks.every(isPlacedMark) && isSummary(summary);
}

function isSummary(value: unknown): boolean {
  if (!isMark(value) || !isObject(value['facts'])) return false;
  const { facts } = value;
  return (
    ['calls', 'version'].every(name => typeof value[name] === 'number') &&
    typeof value['agent'] === 'string' &&
    typeof facts['turns'] === 'number' &&
    ['sessionId', 'cliSessionId', 'cwd', 'title', 'startedAt'].every(name => typeof facts[name] === 'string')
  );
}

function isPlacedMark(value: unknown): boolean {
  return isMark(value) && isPlace(value['place']);
}

function isMark(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isObject(value) &&
    Number.isInteger(value['lines']) &&
    Number.isInteger(value['items']) &&
    typeof value['head'] === 'string'
  );
}

function isPlace(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value['part']) && Number.isInteger(value['byte']);
}
