import { setTimeout as pause } from 'node:timers/promises';

/** One connection to a server, from before it is made. */
export interface Connection<Server> {
  /** What is asked through it. */
  readonly server: Server;
  /** Makes it, or fails in time. */
  readonly connect: () => Promise<unknown>;
  /** How often is looked at what the server did not tell. */
  readonly lookMs: number;
  /** Ends it, without waiting for anybody. */
  readonly drop: () => void;
}

/** What kind of server it is, as far as a connection is concerned. */
export interface LinkOptions<Server> {
  /** `noticed` is told that the server says something, or nothing any longer. */
  readonly open: (noticed: () => void) => Connection<Server>;
  /** The server itself has refused what was asked, and goes on with the next question. */
  readonly isAnswer: (error: unknown) => boolean;
  /** What is done with a new connection before anything else; without it there is none. */
  readonly begin: (server: Server) => Promise<void>;
  /** The server says that something has changed, or it is time to look. */
  readonly look: (server: Server) => Promise<void>;
  readonly onLost: (error: unknown) => void;
  readonly lookMs: number | undefined;
}

/** How long is waited for a connection, and for the answer to a question. */
export const patienceMs = 5000;
const [firstAgainMs, lastAgainMs] = [250, 15_000];

/**
 * One connection to a server, made anew for as long as it takes. What is asked of it goes one after the other, and
 * fails in time: what hangs is dropped.
 */
export class ServerLink<Server> {
  readonly #options: LinkOptions<Server>;
  readonly #closing = new AbortController();
  #connection: Connection<Server> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => {};
  /** Something was said since it was looked last, also where nobody waited for it. */
  #isNoticed = false;

  constructor(options: LinkOptions<Server>) {
    this.#options = options;
    void this.#stay();
  }

  /** Does work of several questions, between which nothing else comes. Throws where there is no connection. */
  run<T>(work: (server: Server) => Promise<T>): Promise<T> {
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
        const connection = this.#options.open(() => this.#noticed());
        this.#connection = connection;
        await connection.connect();
        await this.run(this.#options.begin);
        again = firstAgainMs;
        await this.#lookAround(connection);
      } catch (error) {
        this.#drop();
        if (!signal.aborted) this.#options.onLost(error);
      }
      // Many clients lose their server at once, and do not come back at once.
      await pause(again * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Looks when there is something to see, and now and then, until that fails. */
  async #lookAround(connection: Connection<Server>): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (!this.#isNoticed) await this.#notice(this.#options.lookMs ?? connection.lookMs);
      // What is said from here on may be newer than what is read.
      this.#isNoticed = false;
      if (!this.#closing.signal.aborted) await this.run(this.#options.look);
    }
  }

  #notice(withinMs: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, withinMs).unref();
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

  async #with<T>(work: (server: Server) => Promise<T>): Promise<T> {
    const connection = this.#connection;
    if (!connection) throw new Error('there is no connection');
    try {
      return await work(connection.server);
    } catch (error) {
      // After an answer that did not come, nobody knows to what the next one belongs.
      if (!this.#options.isAnswer(error)) this.#drop(connection);
      throw error;
    }
  }

  #drop(connection = this.#connection): void {
    if (!connection || connection !== this.#connection) return;
    this.#connection = undefined;
    connection.drop();
    this.#noticed();
  }
}
