import { BSON } from 'mongodb';
import { say } from '../../core/texts/sentence';
import { outdated, Refused, type ServerBackend } from '../serverBackend';
import { ServerStore } from '../serverStore';
import type { OpenTeamStore } from '../teamStore';
import { type Address, readAddress } from './address';
import { auditOf, folded, nextChange, schemaVersion } from './changes';
import { MongoConnection } from './connection';
import { isAnswer, isForbidden, isTaken, makeOnce, read } from './log';
import { leave, present } from './members';
import { MongoRecord } from './record';

export const openTeamStore: OpenTeamStore = options => {
  const address = readAddress(options.url);
  return 'template' in address ? address : new ServerStore(mongodb(address, options.user), options);
};

/** A document has at most 16 MB. */
const mostBytes = 15 * 1024 * 1024;
/** Each time somebody else was faster, so what is written is written by somebody. */
const mostTries = 100;

/** Rules in a MongoDB database, as the changes that they add up to. */
const mongodb = (address: Address, user: string): ServerBackend<MongoConnection> => ({
  place: address.place,
  version: schemaVersion,
  open: noticed => new MongoConnection(address, user, noticed),
  isAnswer,
  isForbidden,
  begin: async connection => {
    await makeOnce(connection);
    void connection.listen();
    return connection.rights.mayAdd;
  },
  read,
  write: async (connection, known, decide, signature) => {
    let before = known;
    for (let tries = 0; tries < mostTries; tries += 1) {
      before = (await read(connection, before)) ?? before;
      if (!before) break;
      const rules = decide(before);
      if (!rules) return before;
      const { role } = connection.rights;
      const change = nextChange(before, rules, { ...signature, role, at: await connection.now() });
      if (BSON.calculateObjectSize(change) > mostBytes)
        throw new Refused({
          code: 'unwritable',
          message: say('One change of the rules at {place} may have 15 MB. Make it in parts.', {
            place: address.place,
          }),
        });
      if (await isTaken(connection, change)) return folded(before, [change]) ?? before;
    }
    throw new Refused(outdated(address.place));
  },
  members: present,
  record: run => new MongoRecord(run),
  audit: async ({ changes }, id, most) => {
    const found =
      id === undefined
        ? changes.find({ 'rules.0': { $exists: true } })
        : changes.find(
            { 'rules.id': id },
            { projection: { rules: { $elemMatch: { id } }, who: 1, role: 1, at: 1, call: 1 } },
          );
    return (await found.sort({ _id: -1 }).limit(most).toArray()).flatMap(auditOf).slice(0, most);
  },
  leave,
});
