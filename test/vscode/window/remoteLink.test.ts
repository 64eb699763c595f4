// How long something is waited for that another window was asked for, over a real socket.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from 'vscode-jsonrpc/node';
import { alive, type Link, linkTo, mayHaveHappened, whileAlive } from '../../../src/vscode/window/remoteLink';

/** A window that takes its time over what it is asked, and one that does not know the question whether it works. */
interface Other {
  readonly link: Link;
  readonly socket: Socket;
  asked: number;
  finish: (value: string) => void;
}

async function open(knows: boolean): Promise<Other> {
  const folder = mkdtempSync(join(tmpdir(), 'latch-link-'));
  const path = join(folder, 'door');
  const server = createServer();
  await new Promise<void>(resolve => void server.listen(path, resolve));
  const [[socket], link] = await Promise.all([once(server, 'connection'), linkTo(path)]);
  onTestFinished(() => {
    link.socket.destroy();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  const other: Other = { link, socket, asked: 0, finish: () => {} };
  if (knows) connection.onRequest(alive, () => ({}));
  connection.onRequest('slow', () => {
    other.asked += 1;
    return new Promise<string>(resolve => {
      other.finish = resolve;
    });
  });
  connection.listen();
  return other;
}

const ask = ({ link: { connection } }: Other): Promise<string> =>
  whileAlive(connection, connection.sendRequest<string>('slow'));

/** Lets so many seconds pass, with time for what goes over the socket in each of them. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise(resolve => void setImmediate(resolve));
    await new Promise(resolve => void setImmediate(resolve));
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['that says so', true],
  ['of a version that does not know the question', false],
])('a window that works, %s, may take as long as it takes', async (_, knows) => {
  const other = await open(knows);
  const answer = ask(other);
  await pass(120);
  other.finish('done');
  expect(await answer).toBe('done');
  expect([other.asked, vi.getTimerCount()]).toEqual([1, 0]);
});

test('one that stands still is waited for a few seconds, and what it was asked may still happen', async () => {
  const other = await open(true);
  other.socket.pause();
  const failed = ask(other).catch((error: unknown) => error);
  await pass(11);
  const error = await failed;
  expect(String(error)).toContain('does not answer. What you did may still count');
  expect([mayHaveHappened(error), vi.getTimerCount()]).toEqual([true, 0]);
  other.socket.resume();
  await pass(2);
  expect(other.asked).toBe(1);
});

test('one that comes to stand still while it works is not waited for either', async () => {
  const other = await open(true);
  const failed = ask(other).catch((error: unknown) => error);
  await pass(20);
  other.socket.pause();
  await pass(11);
  expect(mayHaveHappened(await failed)).toBe(true);
});

test('one that goes away ends the wait at once', async () => {
  const other = await open(true);
  const failed = ask(other).catch((error: unknown) => error);
  other.socket.destroy();
  await pass(1);
  expect(await failed).toBeInstanceOf(Error);
  await pass(6);
  expect(vi.getTimerCount()).toBe(0);
});
