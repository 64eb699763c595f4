import { MongoServerError } from 'mongodb';
import type { RecordLine } from '../../core/journal/told';
import type { ServerRecord } from '../serverBackend';
import type { RecordCopy, RecordEnd } from '../teamRecord';
import type { KeptLine, MongoConnection } from './connection';
import { isAnswer, isTakenAlready } from './log';

/** So many lines come with one answer. */
const page = 500;

type Run = <T>(work: (connection: MongoConnection) => Promise<T>) => Promise<T>;

/** The record of a team in a MongoDB database. */
export class MongoRecord implements ServerRecord<MongoConnection> {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Only to find lines soon: whoever may not make an index reads them all the same. */
  async begin({ journal }: MongoConnection): Promise<void> {
    await journal.createIndex({ session: 1, role: 1, number: 1 }, { name: 'line' }).catch(unlessAnswered);
  }

  append(session: string, lines: readonly RecordLine[]): Promise<RecordEnd | undefined> {
    return this.#run(async connection => {
      const { journal, rights, user } = connection;
      const following = behind(await endOf(connection, session), lines);
      if (following.length > 0) {
        const at = await connection.now();
        const kept = following.map(line => keptAs(line, { session, role: rights.role, who: user, at }));
        // Another window of this person may have been faster; what is there then is told.
        await journal.insertMany(kept, { ordered: true }).catch(unlessTaken);
      }
      return endOf(connection, session);
    });
  }

  copies(session: string): Promise<readonly RecordCopy[]> {
    return this.#run(({ journal }) =>
      journal
        .aggregate<RecordCopy>([
          { $match: { session } },
          { $group: { _id: '$role', last: { $max: '$number' } } },
          { $sort: { _id: 1 } },
          { $project: { _id: 0, role: '$_id', last: 1 } },
        ])
        .toArray(),
    );
  }

  read(session: string, role: string, from: number): Promise<readonly RecordLine[]> {
    return this.#run(async ({ journal }) => {
      const found = journal.find({ session, role, number: { $gt: from } }).sort({ number: 1 });
      const lines = await found.limit(page).toArray();
      return lines.map(({ number, prev, hash, told }) => ({ number, prev, hash, told }));
    });
  }
}

function keptAs(line: RecordLine, of: Pick<KeptLine, 'session' | 'role' | 'who' | 'at'>): KeptLine {
  return { _id: JSON.stringify([of.session, of.role, line.number]), ...line, ...of };
}

async function endOf({ journal, rights }: MongoConnection, session: string): Promise<RecordEnd | undefined> {
  const found = journal.find({ session, role: rights.role }, { projection: { number: 1, hash: 1 } });
  const [last] = await found.sort({ number: -1 }).limit(1).toArray();
  return last && { number: last.number, hash: last.hash };
}

/** Those that follow the end, one behind the other. */
function behind(end: RecordEnd | undefined, lines: readonly RecordLine[]): readonly RecordLine[] {
  let last = end;
  return lines
    .toSorted((one, other) => one.number - other.number)
    .filter(line => {
      const follows = last === undefined || (line.number === last.number + 1 && line.prev === last.hash);
      if (follows) last = line;
      return follows;
    });
}

function unlessTaken(error: unknown): void {
  if (!isTakenAlready(error)) throw error;
}

function unlessAnswered(error: unknown): void {
  if (!isAnswer(error) || !(error instanceof MongoServerError)) throw error;
}
