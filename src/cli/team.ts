import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { nothingAccepted } from '../core/ruleAdmin/team';
import type { Sentence } from '../core/texts/sentence';
import { TeamRules } from '../rules/teamRules';
import type { openPostgres } from '../stores/postgres/postgresStore';
import type { TeamStore } from '../stores/teamStore';

/** What `explain`, `check` and `run` say of their options for a team. */
export const teamHelp = `  --store URL    count the rules of a team too, as postgres://user@host:5432/database. PGPASSWORD or ~/.pgpass has the
                 password. What the team denies or asks about counts; while it cannot be read, every call asks
  --trust-team   count what the team allows too
`;

export const teamOptions = { store: { type: 'string' }, 'trust-team': { type: 'boolean', default: false } } as const;

interface TeamValues {
  readonly store?: string | undefined;
  readonly 'trust-team': boolean;
}

/** The rules of the team that the options name; a number is the exit code where they name none that there can be. */
export async function teamOf(name: string, values: TeamValues): Promise<TeamRules | undefined | number> {
  if (values.store === undefined) return undefined;
  const store = openStore(values.store);
  if ('text' in store) {
    process.stderr.write(`latch ${name}: --store: ${store.text}\n`);
    return 2;
  }
  const accepted = values['trust-team'] ? { all: true, rules: [] } : nothingAccepted;
  const team = new TeamRules({ accepted: { read: () => accepted, change() {} }, allowsForMs: () => 0 });
  await store.ready();
  team.use(store);
  return team;
}

/** The driver is a bundle of its own, beside this one, so that no other command has to load it. */
export function openStore(url: string): TeamStore | Sentence {
  const driver: { readonly openPostgres: typeof openPostgres } = createRequire(__filename)(
    join(__dirname, 'postgres.js'),
  );
  return driver.openPostgres({ url, user: process.env['LATCH_USER'] ?? userInfo().username });
}

/** What an address of a store looks like, where a file could be meant too. */
export function isAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}
