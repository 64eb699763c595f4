// Measures what an editor waits for: the real server, started anew for each run, over its pipe. To run it, after `npm run build`:
//   npx esbuild bench/ruleServer.ts --bundle --platform=node --format=esm --packages=external --outfile=bench/.ruleServer.mjs && node bench/.ruleServer.mjs; rm bench/.ruleServer.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainClient } from '../test/languageServer/client';

const [count, runs, changes] = [5000, 5, 50];
const file = '.latch/rules.json';
const head = '{ "version": 1,\n  "rules": [\n';
const lines = Array.from({ length: count }, (_, place) =>
  JSON.stringify({ action: place % 5 === 0 ? 'deny' : 'allow', pattern: `Bash(tool-${place} run:*)` }),
);
const text = `${head}${lines.join(',\n')}\n]}\n`;

interface Time {
  readonly wall: number;
  /** Of the processor, in all threads of the server: what it takes at most on a machine that does nothing else. */
  readonly busy: number;
}

const big = text.padEnd(10 * 1024 * 1024);

async function timed(pid: number, work: () => Promise<unknown>): Promise<Time> {
  const [start, before] = [performance.now(), busyOf(pid)];
  await work();
  return { wall: performance.now() - start, busy: busyOf(pid) - before };
}

function busyOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map(task =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

const opened: Time[] = [];
const edited: Time[] = [];
const tooBig: Time[] = [];
for (let run = 0; run < runs; run++) {
  const client = new PlainClient(join(import.meta.dirname, '..', 'dist'));
  await client.start();
  opened.push(await timed(client.pid, () => client.open(file, text)));
  for (let change = 0; change < changes; change++) {
    const place = Math.floor((count / changes) * change);
    const at = { line: 2 + place, character: lines[place]?.indexOf(' run') ?? 0 };
    edited.push(await timed(client.pid, () => client.change(file, [{ range: { start: at, end: at }, text: 'x' }])));
  }
  tooBig.push(await timed(client.pid, () => client.open('big/.latch/rules.json', big)));
  await client.end();
}
const told = (times: readonly Time[]): string => {
  const of = (key: keyof Time): string => {
    const sorted = times.map(time => time[key]).toSorted((one, other) => one - other);
    const within = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
    return `half within ${within(0.5)} ms, 95 of 100 within ${within(0.95)} ms`;
  };
  return `${of('wall')}; of the processor ${of('busy')}`;
};
console.log(`${count} rules, opened until they are diagnosed: ${told(opened)}`);
console.log(`10 MB, opened until it is said that they are too big: ${told(tooBig)}`);
console.log(`an edit in them: ${told(edited)}`);
