import { type Collection, type Db, MongoClient } from 'mongodb';
import { onTestFinished } from 'vitest';
import type { Change } from '../../src/stores/mongodb/changes';
import { type Server, startServer } from './serverProcess';

/** Somebody's server; and where the engine of the tests lies, which `npm run test:stores` has fetched. */
const { MONGODB_URI: given, LATCH_DOCUMENTDB: system } = process.env;

/** Whether there is a server here, and whether there is one that may be killed. */
export const [hasMongodb, hasMongodbToKill] = [given !== undefined || system !== undefined, system !== undefined];

let server: Promise<Server> | undefined;
let databases = 0;

interface MongodbServer extends Server {
  /** What is behind its wire, as PostgreSQL. */
  readonly engine: string;
}

/** A server of its own, for whoever kills it, has it tell of changes, or changes who may do what. */
export async function startMongodb(...how: readonly 'streams'[]): Promise<MongodbServer> {
  const started = await startServer('documentdbServer.mjs', [system ?? '', ...how]);
  const [url = '', engine = ''] = started.url.split(' ');
  return { ...started, url, engine };
}

/** The address of an empty database. */
export async function newMongoDatabase(): Promise<string> {
  if (given === undefined) server ??= startMongodb();
  const [, servers = '', parameters = ''] =
    /^([^:]*:\/\/[^/?]*)[^?]*(.*)$/.exec(given ?? (await server)?.url ?? '') ?? [];
  databases += 1;
  const url = `${servers}/latch_test_${process.pid}_${databases}${parameters}`;
  if (given !== undefined) onTestFinished(() => inMongodb(url, async database => void (await database.dropDatabase())));
  return url;
}

/** Whatever somebody does with the changes of the rules without Latch. */
export function changesOf<T>(url: string, work: (changes: Collection<Change>) => Promise<T>): Promise<T> {
  return inMongodb(url, database => work(database.collection<Change>('latch.changes')));
}

async function inMongodb<T>(url: string, work: (database: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}
