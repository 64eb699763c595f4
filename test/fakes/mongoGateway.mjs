// The wire of MongoDB before the DocumentDB engine, as thin as the official driver lets it be: each message becomes one
// call of documentdb_api on a connection of its own. Without users, sessions, transactions and change streams.
import { BSON } from 'mongodb';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Client, DatabaseError } from 'pg';

/** @typedef {Record<string, unknown>} Command */
/** @typedef {(command: Command, next: () => Promise<Uint8Array>) => Promise<Uint8Array>} Around */
/** @typedef {{ client?: Promise<Client>, cursors: Map<string, Buffer> }} Connection */

const [reply, legacyQuery, message] = [1, 2004, 2013];
/** What the engine calls a key that is there already, and what somebody may not do, and what MongoDB does. */
const codes = new Map([
  [319029277, 11000],
  [16797828, 13],
]);
const mostBytes = 16 * 1024 * 1024;

/**
 * @param {{ url: string, tls?: import('node:tls').TlsOptions, around?: Around }} how The engine, with what the gateway
 *   proves who it is, and what is to be done around each command.
 * @returns {Promise<number>} The port.
 */
export function openGateway({ url, tls, around = (_, next) => next() }) {
  /** @param {import('node:net').Socket} socket */
  const serve = socket => {
    /** @type {Connection} */
    const connection = { cursors: new Map() };
    const client = () => (connection.client ??= connected(url, () => socket.destroy()));
    let held = Buffer.alloc(0);
    /** @type {Promise<unknown>} */
    let last = Promise.resolve();
    socket.on('data', data => {
      held = Buffer.concat([held, data]);
      while (held.length >= 4 && held.length >= held.readInt32LE(0)) {
        const bytes = held.subarray(0, held.readInt32LE(0));
        held = held.subarray(bytes.length);
        last = last
          .then(() => answered(bytes, command => around(command, () => resultOf(command, client, connection.cursors))))
          .then(answer => socket.write(answer))
          // What the engine did not refuse itself is a connection that has ended.
          .catch(() => socket.destroy());
      }
    });
    const end = () => connection.client?.then(it => it.end()).catch(() => {});
    socket.on('error', () => {}).on('close', () => void end());
  };
  const server = tls ? createTlsServer(tls, serve) : createServer({ noDelay: true }, serve);
  // Nobody waits for it at the end.
  server.unref();
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** @param {string} url @param {() => void} onEnd */
async function connected(url, onEnd) {
  const client = new Client({ connectionString: url });
  client.on('error', onEnd).on('end', onEnd);
  await client.connect();
  return client;
}

/** Every number stays of the type that it has on the wire. */
const asItIs = { promoteValues: false };

/** @param {Buffer} bytes @param {(command: Command) => Promise<Uint8Array>} result */
async function answered(bytes, result) {
  const isMessage = bytes.readInt32LE(12) === message;
  // What the engine refuses, the driver is told.
  const body = await result(commandIn(bytes, isMessage)).catch(error => refusal(error));
  const head = Buffer.alloc(isMessage ? 21 : 36);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(bytes.readInt32LE(4), 8);
  head.writeInt32LE(isMessage ? message : reply, 12);
  if (!isMessage) head.writeInt32LE(1, 32);
  return Buffer.concat([head, body]);
}

/** @param {Buffer} bytes @param {boolean} isMessage @returns {Command} */
function commandIn(bytes, isMessage) {
  if (!isMessage && bytes.readInt32LE(12) !== legacyQuery) throw new Error('neither a message nor a query');
  // Behind the head and flags, or behind the name of a collection and two numbers.
  const at = isMessage ? 21 : bytes.indexOf(0, 20) + 9;
  const end = at + bytes.readInt32LE(at);
  const [command] = documentsIn(bytes.subarray(at, end));
  return { ...command, ...(isMessage ? listsIn(bytes.subarray(end)) : {}) };
}

/** What comes behind the command: lists of documents, each with its name. @param {Buffer} bytes */
function listsIn(bytes) {
  /** @type {Record<string, Command[]>} */
  const lists = {};
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = at + 1 + bytes.readInt32LE(at + 1);
    const nameEnd = bytes.indexOf(0, at + 5);
    lists[bytes.toString('utf8', at + 5, nameEnd)] = documentsIn(bytes.subarray(nameEnd + 1, end));
  }
  return lists;
}

/** @param {Buffer} bytes @returns {Command[]} */
function documentsIn(bytes) {
  const documents = [];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = at + bytes.readInt32LE(at);
    documents.push(BSON.deserialize(bytes.subarray(at, end), asItIs));
  }
  return documents;
}

/** @param {unknown} error */
function refusal(error) {
  if (!(error instanceof DatabaseError)) throw error;
  return BSON.serialize({ ok: 0, errmsg: error.message, code: error.code === '42501' ? 13 : 1 });
}

/** @param {Command} command @param {() => Promise<Client>} client @param {Connection['cursors']} cursors @returns {Promise<Uint8Array>} */
async function resultOf(command, client, cursors) {
  const {
    $db: database,
    lsid: _s,
    $readPreference: _p,
    $clusterTime: _t,
    readConcern: _r,
    writeConcern: _w,
    ...spec
  } = command;
  const name = Object.keys(spec)[0] ?? '';
  /** @param {string} text @param {...unknown} values */
  const ask = async (text, ...values) =>
    (await (await client()).query(text, [database, BSON.serialize(spec), ...values])).rows[0];
  /** @param {string} call @param {...Buffer} more */
  const page = async (call, ...more) => {
    const found = await ask(
      `select cursorpage::bytea as page, continuation::bytea as rest from documentdb_api.${call}(${['$1', '$2::bytea', ...more.map(() => '$3::bytea')].join(', ')})`,
      ...more,
    );
    const { id } = BSON.deserialize(found.page, asItIs).cursor;
    if (found.rest === null) cursors.delete(String(id));
    else cursors.set(String(id), found.rest);
    return found.page;
  };
  switch (name) {
    case 'hello':
    case 'ismaster':
      return BSON.serialize({ ...hello, localTime: new Date(), ok: 1 });
    case 'connectionStatus':
      return BSON.serialize({ authInfo: { authenticatedUsers: [], authenticatedUserPrivileges: [] }, ok: 1 });
    case 'ping':
    case 'endSessions':
      return BSON.serialize({ ok: 1 });
    case 'find':
    case 'aggregate':
      return page(`${name}_cursor_first_page`);
    case 'getMore':
      return page('cursor_get_more', cursors.get(String(command['getMore'])) ?? Buffer.alloc(0));
    case 'insert':
    case 'update':
    case 'delete':
      return written((await ask(`select p_result::bytea as result from documentdb_api.${name}($1, $2::bytea)`)).result);
    case 'listIndexes':
      return page('list_indexes_cursor_first_page');
    case 'createIndexes':
      return (await ask('select retval::bytea as result from documentdb_api.create_indexes_background($1, $2::bytea)'))
        .result;
    default:
      return BSON.serialize({ ok: 0, errmsg: `no such command: '${name}'`, code: 59 });
  }
}

const hello = {
  ismaster: true,
  isWritablePrimary: true,
  helloOk: true,
  maxBsonObjectSize: mostBytes,
  maxMessageSizeBytes: 3 * mostBytes,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
};

/** What has the engine's own number, with that of MongoDB. @param {Buffer} result */
function written(result) {
  const { writeErrors, ...rest } = BSON.deserialize(result);
  if (!Array.isArray(writeErrors)) return result;
  return BSON.serialize({
    ...rest,
    writeErrors: writeErrors.map(error => Object.assign(error, { code: codes.get(error.code) ?? error.code })),
  });
}
