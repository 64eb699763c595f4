import { userInfo } from 'node:os';
import { nothingAccepted } from '../core/ruleAdmin/team';
import type { Sentence } from '../core/texts/sentence';
import { TeamRules } from '../rules/teamRules';
import { openServer } from '../stores/teamServers';
import type { TeamStore } from '../stores/teamStore';

/** What `explain`, `check` and `run` say of their options for a team. */
export const teamHelp = `  --store URL    count the rules of a team too, as postgres://user@host:5432/database or
                 mongodb://user@host:27017/database. PGPASSWORD, ~/.pgpass or MONGODB_PASSWORD has the password.
                 What the team denies or asks about counts; while it cannot be read, every call asks
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

/** The drivers are bundles of their own, beside this one, so that no other command has to load them. */
export function openStore(url: string): TeamStore | Sentence {
  return openServer(__dirname, { url, user: process.env['LATCH_USER'] ?? userInfo().username });
}
