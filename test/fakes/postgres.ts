import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgres } from '../../src/stores/postgres/postgresStore';
import type { TeamStore, TeamStoreOptions } from '../../src/stores/teamStore';

interface Server {
  /** Of whoever may do everything, without a database. */
  readonly url: string;
  /** Kills it, as if its machine had failed, and ends once it was started again. */
  readonly restart: () => Promise<void>;
  readonly end: () => void;
}

let server: Promise<Server> | undefined;
let databases = 0;

/** The server of all tests in this process. It ends with the process, however that ends. */
export function postgresServer(): Promise<Server> {
  server ??= startPostgres();
  return server;
}

/** A server of its own, for whoever kills it. */
export async function startPostgres(): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgresServer.mjs')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It is waited for again after every kill.
  child.setMaxListeners(0);
  let wrong = '';
  child.stderr.setEncoding('utf8').on('data', text => (wrong += String(text)));
  const lines = createInterface(child.stdout);
  const isReady = async (): Promise<string> => {
    const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [''])]);
    if (line === '') throw new Error(`PostgreSQL did not start: ${wrong}`);
    return String(line);
  };
  const url = await isReady();
  // Nobody waits for the server at the end.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  return {
    url,
    restart: async () => {
      const again = isReady();
      child.stdin.write('kill\n');
      await again;
    },
    end: () => void child.stdin.end(),
  };
}

/** The address of an empty database. */
export async function newDatabase(): Promise<string> {
  const { url } = await postgresServer();
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  await sql(`${url}/postgres`, `create database ${name}`);
  return `${url}/${name}`;
}

/** Whatever somebody does with the database without Latch. */
export async function sql(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows }: { readonly rows: readonly Readonly<Record<string, unknown>>[] } = await client.query(text, [
      ...values,
    ]);
    return rows;
  } finally {
    await client.end();
  }
}

/** What docs/team.md says in SQL, in its order. */
export function sqlOfDocs(): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/team.md'), 'utf8');
  return Array.from(text.matchAll(/```sql\n([\s\S]*?)```/g), ([, found = '']) => found);
}

/** Makes the roles of docs/team.md, and people who have them; the result is the address as one of those. */
export async function withRoles(
  url: string,
  people: Readonly<Record<string, 'member' | 'lead' | 'auditor'>>,
): Promise<(name: string) => string> {
  const prefix = new URL(url).pathname.slice(1);
  const grants = sqlOfDocs().filter(text => text.includes('grant '));
  const logins = Object.entries(people).map(
    ([name, role]) => `create role ${prefix}_${name} login password 'p' in role ${prefix}_${role};`,
  );
  await sql(url, [...grants.map(text => text.replaceAll('latch_', `${prefix}_`)), ...logins].join('\n'));
  return name => url.replace(/\/\/[^@]*@/, `//${prefix}_${name}:p@`);
}

/** A store that was read, until the test is over. */
export async function openTeam(url: string, more: Partial<TeamStoreOptions> = {}): Promise<TeamStore> {
  const store = openPostgres({ url, user: 'ann@example.com', ...more });
  if (!('list' in store)) throw new Error(store.text);
  onTestFinished(() => store.close());
  await store.ready();
  return store;
}
