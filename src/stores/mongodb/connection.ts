import { randomUUID } from 'node:crypto';
import { type Collection, type Db, MongoClient } from 'mongodb';
import type { RecordLine } from '../../core/journal/told';
import { type Connection, patienceMs } from '../serverLink';
import type { Address } from './address';
import type { Change } from './changes';
import { readRights, type Rights } from './rights';

/** A server that tells nothing by itself is asked so often: whoever shares rules hears of one within two seconds. */
const pollMs = 1000;
/** One that does may still be cut off without a word. */
const lookMs = 5000;

const nowAndThenMs = 20_000;

/** Someone who is connected says so now and then. */
interface Member {
  readonly _id: string;
  readonly user: string;
  readonly at: Date;
}

/** A line of a record: its name says whose it is, so that none can be there twice. */
export interface KeptLine extends RecordLine {
  readonly _id: string;
  readonly session: string;
  readonly role: string;
  readonly who: string;
  readonly at: Date;
}

/** A database may hold more than what is ours. */
const [changesName, membersName, journalName] = ['latch.changes', 'latch.members', 'latch.journal'];

/** One connection to a database, and what it is used for. */
export class MongoConnection implements Connection<MongoConnection> {
  readonly server = this;
  readonly changes: Collection<Change>;
  readonly members: Collection<Member>;
  readonly journal: Collection<KeptLine>;
  /** Names this connection among the members. */
  readonly id = randomUUID();
  readonly user: string;
  rights: Rights = { role: '', mayAdd: false };
  lookMs = pollMs;
  readonly #client: MongoClient;
  readonly #database: Db;
  readonly #noticed: () => void;
  #done = Number.NEGATIVE_INFINITY;

  constructor({ url, database, options }: Address, user: string, noticed: () => void) {
    this.user = user;
    this.#noticed = noticed;
    this.#client = new MongoClient(url, {
      ...options,
      appName: `Latch: ${user}`.slice(0, 128),
      // One for what is asked, and one on which the server tells of changes.
      maxPoolSize: 2,
      connectTimeoutMS: patienceMs,
      serverSelectionTimeoutMS: patienceMs,
      socketTimeoutMS: patienceMs,
      // What was taken is kept, and what was read is not taken back, whichever server of a set fails.
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: patienceMs },
      readConcern: { level: 'majority' },
    });
    this.#database = this.#client.db(database);
    this.changes = this.#database.collection(changesName);
    this.members = this.#database.collection(membersName);
    this.journal = this.#database.collection(journalName);
  }

  async connect(): Promise<void> {
    await this.#client.connect();
    const status = await this.#database.command({ connectionStatus: 1, showPrivileges: true });
    this.rights = readRights(status, this.#database.databaseName, changesName);
  }

  /** The clock of the server: those of its clients differ. */
  async now(): Promise<Date> {
    const { localTime } = await this.#database.command({ hello: 1 });
    return localTime instanceof Date ? localTime : new Date();
  }

  /** Whether it is time again for what is done now and then. */
  isTime(): boolean {
    const now = performance.now();
    if (now - this.#done < nowAndThenMs) return false;
    this.#done = now;
    return true;
  }

  /** Has the server tell of changes, where it can; one that cannot is asked. */
  async listen(): Promise<void> {
    const stream = this.changes.watch([{ $project: { _id: 1 } }], { maxAwaitTimeMS: pollMs });
    try {
      await stream.tryNext();
      this.lookMs = lookMs;
      for (;;) {
        // What came before it was opened, too.
        this.#noticed();
        await stream.next();
      }
    } catch {
      this.lookMs = pollMs;
      this.#noticed();
    } finally {
      await stream.close().catch(() => {});
    }
  }

  drop(): void {
    void this.#client.close().catch(() => {});
  }
}
