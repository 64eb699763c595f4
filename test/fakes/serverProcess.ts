import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Server {
  /** Of whoever may do everything, without a database. */
  readonly url: string;
  /** Kills it, as if its machine had failed, and ends once it was started again. */
  readonly restart: () => Promise<void>;
  readonly end: () => void;
  readonly ended: Promise<unknown>;
}

/** Runs a script of this folder that keeps a server running. It ends with this process, however that ends. */
export async function startServer(script: string, args: readonly string[] = []): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let wrong = '';
  child.stderr.setEncoding('utf8').on('data', text => (wrong += String(text)));
  const lines = createInterface(child.stdout);
  const ended = once(child, 'exit');
  const isReady = async (): Promise<string> => {
    const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [''])]);
    if (line === '') throw new Error(`${script} did not start: ${wrong}`);
    return String(line);
  };
  const url = await isReady();
  // Nobody waits for the server at the end.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  return {
    url,
    restart: async () => {
      const again = isReady();
      child.stdin.write('kill\n');
      await again;
    },
    end: () => void child.stdin.end(),
    ended,
  };
}
