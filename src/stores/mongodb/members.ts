import { MongoServerError } from 'mongodb';
import type { MongoConnection } from './connection';

/** Whoever has not said for so long that they are there has gone without a word. */
const absentMs = 60_000;

/** Says that this person is there. Who may not say it is not seen, and reads rules all the same. */
export async function enter(connection: MongoConnection): Promise<void> {
  const { members, id, user } = connection;
  const at = await connection.now();
  await members.updateOne({ _id: id }, { $set: { user, at } }, { upsert: true }).catch(unlessRefused);
}

export async function leave({ members, id }: MongoConnection): Promise<void> {
  await members.deleteOne({ _id: id });
}

/** Who is there, as they call themselves. */
export async function present(connection: MongoConnection): Promise<readonly string[]> {
  const since = new Date((await connection.now()).getTime() - absentMs);
  const found = await connection.members.find({ at: { $gt: since } }, { projection: { user: 1 } }).toArray();
  return [...new Set(found.map(({ user }) => user))].toSorted();
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof MongoServerError)) throw error;
}
