import { basename, dirname } from 'node:path';
import { readLine } from '../core/journal/chain';
import { type Acknowledged, comparedWords, Comparison, isChanged, nothingAcknowledged } from '../core/journal/compared';
import type { RecordLine } from '../core/journal/told';
import { say, type Sentence } from '../core/texts/sentence';
import { JournalFolder } from './journalFolder';
import { beginning, isJournal, journalParts, readParts } from './journalParts';
import { sha256 } from './sha256';
import type { RecordCopy, TeamRecord } from './teamRecord';

interface Compared {
  /** Nothing speaks against it that both tell the same. */
  readonly isSame: boolean;
  readonly words: readonly Sentence[];
}

/** Holds the journal of a session against what the record of a team has of it. Both are read piece by piece. */
export async function compareRecord(path: string, record: TeamRecord, place: string): Promise<Compared> {
  const name = basename(path, '.jsonl');
  const isHere = await isJournal(path);
  // What the file is called comes first: its lines may be those of another session that somebody has put there.
  const named = await record.copies(name);
  const session = named.length > 0 ? name : ((await sessionIn(path)) ?? name);
  const copies = named.length > 0 ? named : await record.copies(session);
  const sent = await new JournalFolder(dirname(path)).sentOf(name).load();
  const acknowledged = sent?.to === place ? { ...sent, last: sent.end.number } : nothingAcknowledged;
  const newest = copies.toSorted((one, other) => other.last - one.last)[0];
  if (!newest) return { isSame: false, words: nothingThere(acknowledged) };
  let isSame = true;
  const words: Sentence[] = [];
  for (const copy of copies) {
    const compared = await compare(path, session, record, copy);
    const known = { role: copy.role, isHere, acknowledged: copy === newest ? acknowledged : nothingAcknowledged };
    if (isChanged(compared, known)) isSame = false;
    words.push(...comparedWords(compared, known));
  }
  return { isSame, words };
}

function nothingThere({ last }: Acknowledged): readonly Sentence[] {
  const nothing = say('The record of the team has no line of this session.');
  return last === 0
    ? [nothing]
    : [nothing, ...comparedWords({ behind: 0, unread: 0 }, { role: '', isHere: true, acknowledged: { last } })];
}

async function compare(path: string, session: string, record: TeamRecord, { role, last }: RecordCopy) {
  const comparison = new Comparison(sha256);
  const kept = new Kept(behind => record.read(session, role, behind), last);
  let number = 0;
  let piece: string[] = [];
  const takePiece = async (): Promise<void> => {
    for (const text of piece) {
      number += 1;
      const next = await kept.next();
      if (next?.number === number) comparison.there(kept.take(next), text, readLine(text));
      else comparison.here();
    }
    piece = [];
  };
  const take = (text: string): boolean => {
    piece.push(text);
    return true;
  };
  await readParts(await journalParts(path), beginning, take, takePiece);
  await takePiece();
  for (let next = await kept.next(); next; next = await kept.next())
    comparison.there(kept.take(next), undefined, undefined);
  return comparison.result;
}

/** The lines of a record one by one, without those that came while they are read. */
class Kept {
  readonly #read: (behind: number) => Promise<readonly RecordLine[]>;
  readonly #last: number;
  #page: RecordLine[] = [];
  #behind = 0;

  constructor(read: (behind: number) => Promise<readonly RecordLine[]>, last: number) {
    this.#read = read;
    this.#last = last;
  }

  async next(): Promise<RecordLine | undefined> {
    if (this.#page.length === 0 && this.#behind < this.#last) {
      this.#page = (await this.#read(this.#behind)).filter(({ number }) => number <= this.#last);
      if (this.#page.length === 0) this.#behind = this.#last;
    }
    return this.#page[0];
  }

  take(line: RecordLine): RecordLine {
    this.#page.shift();
    this.#behind = line.number;
    return line;
  }
}

/** Which session the first line names. */
async function sessionIn(path: string): Promise<string | undefined> {
  let session: string | undefined;
  await readParts(await journalParts(path), beginning, text => {
    const record = readLine(text)?.record;
    if (record?.type === 'session_started') session = record.sessionId;
    return false;
  });
  return session;
}
