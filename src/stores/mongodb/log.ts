import { MongoServerError, MongoWriteConcernError } from 'mongodb';
import { messageOf } from '../../core/base/messageOf';
import { type Content, Unsure } from '../serverBackend';
import { type Change, firstChange, folded, revisionOf } from './changes';
import type { MongoConnection } from './connection';
import { enter } from './members';

const [duplicateKey, unauthorized] = [11000, 13];
/** The database removes who has been absent for long. */
const forgottenSeconds = 3600;

/** Makes what is missing, for whoever comes first. The first change comes last: with it, all of it is there. */
export async function makeOnce(connection: MongoConnection): Promise<void> {
  const { changes, members } = connection;
  if (await changes.findOne({ _id: 0 }, { projection: { _id: 1 } })) return;
  await changes.createIndex({ 'rules.id': 1, _id: -1 }, { name: 'rule' });
  await members.createIndex({ at: 1 }, { name: 'absent', expireAfterSeconds: forgottenSeconds });
  await isTaken(connection, firstChange(await connection.now()));
}

/** Adds a change, unless somebody else has added one in the meantime. */
export async function isTaken({ changes }: MongoConnection, change: Change): Promise<boolean> {
  try {
    await changes.insertOne(change);
    return true;
  } catch (error) {
    if (isTakenAlready(error)) return false;
    throw isAnswer(error) ? error : new Unsure(messageOf(error));
  }
}

/** What is there; undefined where it is what is known. Of what is known nothing is read again. */
export async function read(connection: MongoConnection, known: Content | undefined): Promise<Content | undefined> {
  const isTime = connection.isTime();
  if (isTime) await enter(connection);
  if (known?.told === undefined) return allOf(connection);
  const { changes } = connection;
  const since = Number(known.told);
  if (!isTime && !(await changes.findOne({ _id: { $gt: since } }, { projection: { _id: 1 } }))) return undefined;
  // A database that was restored from an older state has other changes under numbers that are known.
  const heads = changes.find({ _id: { $gte: since } }, { projection: { key: 1 } });
  const [head, ...later] = await heads.sort({ _id: 1 }).toArray();
  const isSame = head !== undefined && revisionOf(head) === known.revision;
  if (isSame && later.length === 0) return undefined;
  // What was not understood may be by now.
  if (!isSame || known.unreadable.length > 0) return allOf(connection);
  return folded(known, await changesFrom(connection, since + 1));
}

async function allOf(connection: MongoConnection): Promise<Content> {
  const content = folded(undefined, await changesFrom(connection, 0));
  // Somebody has emptied it: with a new connection it is made again.
  if (!content) throw new Error('there are no changes, not even the first');
  return content;
}

function changesFrom({ changes }: MongoConnection, number: number): Promise<readonly Change[]> {
  const found = changes.find({ _id: { $gte: number } });
  return found.sort({ _id: 1 }).toArray();
}

/** The server itself has refused it. What a set of servers takes back when another one begins to lead is no answer. */
export function isAnswer(error: unknown): boolean {
  return (
    error instanceof MongoServerError &&
    !(error instanceof MongoWriteConcernError) &&
    !error.hasErrorLabel('RetryableWriteError')
  );
}

/** Somebody has written under that name before. */
export function isTakenAlready(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

export function isForbidden(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === unauthorized;
}
