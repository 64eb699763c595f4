import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Server, startServer } from './serverProcess';

let server: Promise<Server> | undefined;
let databases = 0;

/** The server of all tests in this process. It ends with the process, however that ends. */
export function postgresServer(): Promise<Server> {
  server ??= startPostgres();
  return server;
}

/** A server of its own, for whoever kills it. */
export function startPostgres(): Promise<Server> {
  return startServer('postgresServer.mjs');
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
