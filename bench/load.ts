// Measures asks that are open at once. What a session costs while it lives is measured by npm run faults -- load. To run it:
//   npx esbuild bench/load.ts --bundle --platform=node --outfile=out/bench-load.cjs && node out/bench-load.cjs
import { rmSync } from 'node:fs';
import { asks, loadedSession, root } from '../test/faults/loaded';

/** So many asks open at once, each of a message of its own; then all of them are answered. */
async function burst(calls: number): Promise<void> {
  const { channel, answered, journal } = await loadedSession(`burst${calls}`, false);
  // Time of the processor: a busy neighbour changes what the clock says.
  const cost = (since: NodeJS.CpuUsage): string => {
    const { user, system } = process.cpuUsage(since);
    return `${Math.round((user + system) / calls)} µs`;
  };
  let start = process.cpuUsage();
  for (let number = 1; number <= calls; number += 1) {
    for (const event of asks(number)) channel.handle(event);
    channel.handle({ type: 'batchComplete', batchId: `m${number}` });
  }
  const opened = cost(start);
  start = process.cpuUsage();
  const answers: Promise<void>[] = [];
  for (let number = 1; number <= calls; number += 1) {
    answers.push(answered(`ask_${number}`));
    const shown = { sessionId: `burst${calls}`, toolCallId: `toolu_${number}`, revision: 1 };
    channel.confirm({ ...shown, confirmed: true });
  }
  await Promise.all(answers);
  console.log(`${calls} asks open at once: ${opened} to open one, ${cost(start)} to answer it`);
  await journal.close();
}

async function main(): Promise<void> {
  await burst(2000);
  await burst(10_000);
}

void main().finally(() => rmSync(root, { recursive: true, force: true }));
