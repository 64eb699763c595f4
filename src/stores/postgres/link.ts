import { Socket } from 'node:net';
import { Client } from 'pg';
import type { JsonObject } from '../../core/base/json';
import { type Connection, patienceMs } from '../serverLink';
import type { Address } from './address';

export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly JsonObject[]>;

/** A connection that was cut without a word is noticed by this, and a notice that was lost made good. */
const lookMs = 5000;

export function connectionTo(address: Address, user: string, noticed: () => void): Connection<Query> {
  const socket = new Socket();
  const client = new Client({
    ...address.config,
    stream: () => socket,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    keepAlive: true,
    application_name: `Latch: ${user}`.slice(0, 63),
  });
  // Whoever waits for an answer is told by that; nobody may be waiting.
  client.on('notification', noticed).on('error', noticed).on('end', noticed);
  return {
    server: async (text, values = []) => (await client.query(text, [...values])).rows,
    connect: () => client.connect(),
    lookMs,
    drop: () => void socket.destroy(),
  };
}
