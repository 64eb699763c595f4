import { createRequire } from 'node:module';
import { join } from 'node:path';
import { say, type Sentence } from '../core/texts/sentence';
import type { OpenTeamStore, TeamStore, TeamStoreOptions } from './teamStore';

/** The kinds of servers on which a team may keep its rules. */
type TeamServer = 'postgres' | 'mongodb';

/** Undefined where the address is that of none. */
export function serverOf(address: string): TeamServer | undefined {
  if (/^postgres(?:ql)?:\/\//.test(address)) return 'postgres';
  return /^mongodb(?:\+srv)?:\/\//.test(address) ? 'mongodb' : undefined;
}

/** Opens a store; what it says is why there cannot be one. Each driver is a bundle of its own, loaded for who needs it. */
export function openServer(bundles: string, options: TeamStoreOptions): TeamStore | Sentence {
  const server = serverOf(options.url);
  if (!server)
    return say('The address must look like postgres://user@host:5432/database or mongodb://user@host:27017/database.');
  const file = join(bundles, `${server}.js`);
  const driver: { readonly openTeamStore: OpenTeamStore } = createRequire(file)(file);
  return driver.openTeamStore(options);
}
