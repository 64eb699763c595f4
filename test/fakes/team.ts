import { onTestFinished } from 'vitest';
import { openTeamStore as openMongodb } from '../../src/stores/mongodb/mongoStore';
import { openTeamStore as openPostgres } from '../../src/stores/postgres/postgresStore';
import { serverOf } from '../../src/stores/teamServers';
import type { TeamStore, TeamStoreOptions } from '../../src/stores/teamStore';

/** A store that was read, until the test is over. */
export async function openTeam(url: string, more: Partial<TeamStoreOptions> = {}): Promise<TeamStore> {
  const open = serverOf(url) === 'mongodb' ? openMongodb : openPostgres;
  const store = open({ url, user: 'ann@example.com', ...more });
  if (!('list' in store)) throw new Error(store.text);
  onTestFinished(() => store.close());
  await store.ready();
  return store;
}
