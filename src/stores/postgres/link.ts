import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { JsonObject } from '../../core/base/json';
import type { Address } from './address';

export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly JsonObject[]>;

interface LinkOptions {
  readonly address: Address;
  readonly user: string;
  /** What is done with a new connection before anything else; without it there is none. */
  readonly begin: (query: Query) => Promise<void>;
  /** The server says that something has changed, or it is time to look. */
  readonly look: (query: Query) => Promise<void>;
  readonly onLost: (error: unknown) => void;
  readonly lookMs?: number;
}

/** How long is waited for a connection, and for the answer to a question. */
const patienceMs = 5000;
/** A connection that was cut without a word is noticed by this, and a notice that was lost made good. */
const usualLookMs = 5000;
const [firstAgainMs, lastAgainMs] = [250, 15_000];

interface Connection {
  readonly client: Client;
  readonly socket: Socket;
}

/**
 * One connection to a server, made anew for as long as it takes. What is asked of it goes one after the other, and
 * fails in time: what hangs is dropped.
 */
export class Link {
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  #connection: Connection | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => {};
  /** Something was said since it was looked last, also where nobody waited for it. */
  #isNoticed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    void this.#stay();
  }

  /** Does work of several questions, between which nothing else comes. Throws where there is no connection. */
  run<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#with(work));
    this.#last = result.catch(() => {});
    return result;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#closing.abort();
    this.#drop();
  }

  /** Connects, and again whenever a connection ends. */
  async #stay(): Promise<void> {
    const { signal } = this.#closing;
    for (let again = firstAgainMs; !signal.aborted; again = Math.min(again * 2, lastAgainMs)) {
      try {
        await this.#connect();
        again = firstAgainMs;
        await this.#lookAround();
      } catch (error) {
        this.#drop();
        if (!signal.aborted) this.#options.onLost(error);
      }
      // Many clients lose their server at once, and do not come back at once.
      await pause(again * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #connect(): Promise<void> {
    const { address, user, begin } = this.#options;
    const socket = new Socket();
    const client = new Client({
      ...address.config,
      stream: () => socket,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
      application_name: `Latch: ${user}`.slice(0, 63),
    });
    this.#connection = { client, socket };
    client.on('notification', () => this.#noticed());
    // Whoever waits for an answer is told by that; nobody may be waiting.
    client.on('error', () => this.#noticed()).on('end', () => this.#noticed());
    await client.connect();
    await this.run(begin);
  }

  /** Looks when there is something to see, and now and then, until that fails. */
  async #lookAround(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (!this.#isNoticed) await this.#notice();
      // What is said from here on may be newer than what is read.
      this.#isNoticed = false;
      if (!this.#closing.signal.aborted) await this.run(this.#options.look);
    }
  }

  #notice(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, this.#options.lookMs ?? usualLookMs).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #noticed(): void {
    this.#isNoticed = true;
    this.#wake();
  }

  async #with<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const connection = this.#connection;
    if (!connection) throw new Error('there is no connection');
    try {
      return await work(async (text, values = []) => (await connection.client.query(text, [...values])).rows);
    } catch (error) {
      // After an answer that did not come, nobody knows to what the next one belongs.
      if (!(error instanceof DatabaseError)) this.#drop(connection);
      throw error;
    }
  }

  #drop(connection = this.#connection): void {
    if (!connection || connection !== this.#connection) return;
    this.#connection = undefined;
    connection.socket.destroy();
    this.#noticed();
  }
}
