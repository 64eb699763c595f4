import { DatabaseError } from 'pg';
import { asString } from '../../core/base/json';
import { messageOf } from '../../core/base/messageOf';
import { type ServerBackend, Unsure } from '../serverBackend';
import { readAudit } from '../serverRows';
import { ServerStore } from '../serverStore';
import type { OpenTeamStore } from '../teamStore';
import { type Address, readAddress } from './address';
import { connectionTo, type Query } from './link';
import { PostgresRecord } from './record';
import { schemaVersion } from './schema';
import { mayWrite, migrate, read, writeDifference } from './statements';

export const openTeamStore: OpenTeamStore = options => {
  const address = readAddress(options.url);
  return 'template' in address ? address : new ServerStore(postgres(address, options.user), options);
};

const noRight = '42501';

/** Rules in a PostgreSQL database, which tells by itself when they change. */
const postgres = (address: Address, user: string): ServerBackend<Query> => ({
  place: address.place,
  version: schemaVersion,
  open: noticed => connectionTo(address, user, noticed),
  isAnswer: error => error instanceof DatabaseError,
  isForbidden: error => error instanceof DatabaseError && error.code === noRight,
  begin: async query => {
    await migrate(query);
    await query('listen latch_rules');
    return mayWrite(query);
  },
  read,
  record: run => new PostgresRecord(run, user),
  write: async (query, known, decide, { who, call }) => {
    let mayRollBack = true;
    await query('begin');
    try {
      await query('select latch.lock()');
      const before = (await read(query, known)) ?? known;
      if (!before) throw new Error('latch.state is empty');
      const rules = decide(before);
      if (!rules) {
        await query('rollback');
        return before;
      }
      await query("select set_config('latch.who', $1, true), set_config('latch.call', $2, true)", [who, call ?? '']);
      await writeDifference(query, before.rules, rules);
      const after = await read(query, before);
      mayRollBack = false;
      await query('commit');
      return after ?? before;
    } catch (error) {
      if (mayRollBack && error instanceof DatabaseError) await query('rollback');
      if (mayRollBack || error instanceof DatabaseError) throw error;
      throw new Unsure(messageOf(error));
    }
  },
  members: async query => {
    const rows = await query(
      "select distinct substr(application_name, 8) as name from pg_stat_activity where datname = current_database() and application_name like 'Latch: %' order by 1",
    );
    return rows.flatMap(({ name }) => asString(name) ?? []);
  },
  audit: async (query, id, most) => {
    const rows = await query(
      'select rule, at, who, role, call, before, after from latch.audit where $1::text is null or rule = $1 order by number desc limit $2',
      [id ?? null, most],
    );
    return rows.map(readAudit);
  },
});
