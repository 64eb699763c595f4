import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import {
  createMessageConnection,
  ErrorCodes,
  ResponseError,
  SocketMessageReader,
  SocketMessageWriter,
} from 'vscode-jsonrpc/node';
import type { Log } from '../../core/base/log';
import { name, object, text, whole } from '../../core/protocol/read';
import type { LeaseAddress } from '../../stores/lease';
import type { OpenViews } from '../webview/openViews';
import { alive } from './remoteLink';

interface DoorOptions {
  readonly views: Pick<OpenViews, 'join'>;
  /** Whether this window has the session itself. */
  readonly has: (sessionId: string) => boolean;
  readonly log: Log;
}

/** What another window says first. */
export const hello = { method: 'window/hello', version: 1 } as const;
const greeting = object({ token: text, sessionId: name, version: whole });

/**
 * Where other windows of the same person can ask for a session of this one. A socket in a folder that only this user can
 * open, and a token that stands in the leases, which only this user can read. No port is listened on.
 */
export class Door implements vscode.Disposable {
  readonly address: Promise<LeaseAddress | undefined>;
  readonly #options: DoorOptions;
  readonly #token = randomUUID();
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #folder: string | undefined;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.address = this.#open().catch((error: unknown) => {
      // Without it sessions cannot be seen from other windows; everything else goes on.
      options.log.warn(`no door for other windows: ${String(error)}`);
      return undefined;
    });
  }

  dispose(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #open(): Promise<LeaseAddress> {
    const socket = this.#place();
    const server = createServer(it => this.#enter(it));
    this.#server = server;
    server.unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, () => resolve({ socket, token: this.#token }));
    });
  }

  #place(): string {
    if (process.platform === 'win32') return `\\\\.\\pipe\\latch-${randomUUID()}`;
    this.#folder = mkdtempSync(join(tmpdir(), 'latch-'));
    return join(this.#folder, 'door');
  }

  #enter(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    connection.onRequest(hello.method, params => {
      const read = greeting(params);
      const isRight = read.ok && read.value.token === this.#token && read.value.version === hello.version;
      if (!isRight || !this.#options.has(read.value.sessionId)) {
        setImmediate(() => socket.destroy());
        throw new ResponseError(ErrorCodes.InvalidRequest, 'no such session');
      }
      const view = this.#options.views.join(connection, { purpose: { sessionId: read.value.sessionId } });
      socket.once('close', () => view.dispose());
      return {};
    });
    connection.onRequest(alive, () => ({}));
    socket.once('close', () => {
      this.#sockets.delete(socket);
      connection.dispose();
    });
    connection.listen();
  }
}
