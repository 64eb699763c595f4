// A database server for the tests, in a process that keeps it running: it prints its address whenever it is ready, kills
// and starts it again when it is told to, and ends with its input, however that ends.
import { createServer } from 'node:net';

const ready = 'ready to accept connections';

/**
 * @param {() => import('node:child_process').ChildProcess} spawnServer A PostgreSQL, or what is built on one.
 * @param {() => string | Promise<string>} address What is to be printed, after what else has to be done once it is ready.
 */
export function keepRunning(spawnServer, address) {
  let isEnding = false;
  let server = start();
  // At once, without waiting for anybody.
  const end = () => {
    isEnding = true;
    server.kill('SIGQUIT');
  };
  process.stdin
    .setEncoding('utf8')
    // As if the machine had failed: it is killed, and started again.
    .on('data', () => server.kill('SIGKILL'))
    .once('end', end)
    .once('close', end);

  function start() {
    const started = spawnServer();
    let said = '';
    started.stderr?.setEncoding('utf8').on('data', text => {
      if (said.includes(ready)) return;
      said += String(text);
      if (said.includes(ready)) void tell();
    });
    started.once('exit', (code, signal) => {
      if (isEnding) process.exit(0);
      // Those that it had started hold on to its memory for a moment.
      if (signal === 'SIGKILL' || said.includes('shared memory')) setTimeout(() => (server = start()), 50);
      else fail(`the server ended with ${code}: ${said}`);
    });
    return started;
  }

  async function tell() {
    try {
      process.stdout.write(`${await address()}\n`);
    } catch (error) {
      fail(String(error));
    }
  }
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** How PostgreSQL is told its settings. @param {Readonly<Record<string, string | number>>} settings */
export function asArguments(settings) {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** @param {string} what @returns {never} */
export function fail(what) {
  process.stderr.write(`${what}\n`);
  process.exit(1);
}
