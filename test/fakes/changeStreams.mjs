// What the engine of the tests lacks, imitated: whoever has a change stream open is told of every insert. It shows that
// Latch listens to the driver, and nothing of how a server tells.
import { BSON } from 'mongodb';
import { once, EventEmitter } from 'node:events';

/** No cursor of the engine has it. */
const firstId = 1_000_000_000;

/** What is put between a gateway and its engine. @returns {NonNullable<Parameters<typeof import('./mongoGateway.mjs').openGateway>[0]['around']>} */
export function changeStreams() {
  const inserts = new EventEmitter().setMaxListeners(0);
  let inserted = 0;
  /** For each stream, how many inserts it was told of. @type {number[]} */
  const told = [];
  /** @param {number} stream @param {string} batch */
  const page = (stream, batch) => {
    const events = Array.from({ length: inserted - (told[stream] ?? 0) }, (_, at) => ({
      _id: { _data: `${inserted}.${at}` },
    }));
    told[stream] = inserted;
    return BSON.serialize({
      cursor: {
        id: BSON.Long.fromNumber(firstId + stream),
        ns: 'latch.changes',
        [batch]: events,
        postBatchResumeToken: { _data: `${inserted}` },
      },
      ok: 1,
    });
  };
  return async (command, next) => {
    const [stage] = Array.isArray(command['pipeline']) ? command['pipeline'] : [];
    if (stage && '$changeStream' in stage) return page(told.push(inserted) - 1, 'firstBatch');
    const stream = Number(command['getMore']) - firstId;
    if (told[stream] === undefined) {
      const answer = await next();
      if ('insert' in command) {
        inserted += 1;
        inserts.emit('one');
      }
      return answer;
    }
    if (told[stream] === inserted)
      await once(inserts, 'one', { signal: AbortSignal.timeout(Number(command['maxTimeMS'] ?? 1000)) }).catch(() => {});
    return page(stream, 'nextBatch');
  };
}
