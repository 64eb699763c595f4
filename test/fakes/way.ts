// A way on loopback between a client and its server, which can be cut, or stop to pass anything on.
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface Way {
  readonly port: number;
  /** Closes all that is open on it, and takes nothing new until it is mended. */
  cut(): void;
  mend(): void;
  /** Passes nothing on, and closes nothing. */
  stop(): void;
  goOn(): void;
}

export async function openWay(to: number): Promise<Way> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isStopped = false;
  const server = createServer(near => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on('data', data => other.write(data))
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      if (isStopped) one.pause();
    }
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    closeAll();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      isCut = true;
      closeAll();
    },
    mend() {
      isCut = false;
    },
    stop() {
      isStopped = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isStopped = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
