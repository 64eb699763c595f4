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
