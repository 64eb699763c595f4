import { DatabaseError } from 'pg';
import { asString } from '../../core/base/json';
import type { RecordLine } from '../../core/journal/told';
import { quoted, say, type Sentence } from '../../core/texts/sentence';
import { Told } from '../../core/texts/told';
import type { ServerRecord } from '../serverBackend';
import type { RecordCopy, RecordEnd } from '../teamRecord';
import type { Query } from './link';
import { recordTables, recordVersion } from './recordSchema';
import { migrationLock } from './schema';

/** So many lines come with one answer. */
const page = 500;

/** The record of a team in a PostgreSQL database. */
export class PostgresRecord implements ServerRecord<Query> {
  readonly #run: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  readonly #user: string;
  /** Why nothing is taken. */
  #refused: Sentence | undefined;

  constructor(run: <T>(work: (query: Query) => Promise<T>) => Promise<T>, user: string) {
    this.#run = run;
    this.#user = user;
  }

  /** Makes its tables where there are none. What goes wrong with them is no reason to be without the rules. */
  async begin(query: Query): Promise<void> {
    try {
      this.#refused = await refusalOf(query);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      this.#refused = quoted(error.message);
    }
  }

  async append(session: string, lines: readonly RecordLine[]): Promise<RecordEnd | undefined> {
    const [end] = await this.#asked('select number::text, hash from latch.append($1, $2, $3::jsonb)', [
      this.#user,
      session,
      JSON.stringify(lines),
    ]);
    return end && { number: Number(end['number']), hash: asString(end['hash']) ?? '' };
  }

  async copies(session: string): Promise<readonly RecordCopy[]> {
    const rows = await this.#asked(
      'select role, max(number)::text as last from latch.journal where session = $1 group by role order by role',
      [session],
    );
    return rows.map(({ role, last }) => ({ role: asString(role) ?? '', last: Number(last) }));
  }

  async read(session: string, role: string, behind: number): Promise<readonly RecordLine[]> {
    const rows = await this.#asked(
      `select number::text as at, prev, hash, told from latch.journal
       where session = $1 and role = $2 and number > $3 order by number limit ${page}`,
      [session, role, behind],
    );
    return rows.map(({ at, prev, hash, told }) => ({
      number: Number(at),
      prev: asString(prev) ?? '',
      hash: asString(hash) ?? '',
      told: asString(told) ?? '',
    }));
  }

  async #asked(text: string, values: readonly unknown[]): ReturnType<Query> {
    // Not as a part of the work: one that fails by itself ends the connection.
    if (this.#refused) throw new Told(this.#refused);
    return this.#run(query => query(text, values));
  }
}

async function refusalOf(query: Query): Promise<Sentence | undefined> {
  if ((await versionOf(query)) === undefined) {
    const [{ may } = {}] = await query("select has_schema_privilege('latch', 'create') as may");
    if (may !== true)
      return say('The database of the team has no place for records. Whoever made its tables has to connect once.');
    await make(query);
  }
  if ((await versionOf(query)) === recordVersion) return undefined;
  return say('The record of the team is kept in a newer form. Update Latch to add to it.');
}

async function make(query: Query): Promise<void> {
  await query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    if ((await versionOf(query)) === undefined) await query(recordTables);
  } catch (error) {
    await query('rollback');
    throw error;
  } finally {
    await query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function versionOf(query: Query): Promise<number | undefined> {
  const [{ made } = {}] = await query("select to_regclass('latch.record_state') is not null as made");
  if (made !== true) return undefined;
  const [{ version } = {}] = await query('select version from latch.record_state');
  return Number(version);
}
