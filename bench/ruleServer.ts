// Measures what an editor waits for: the real server, started anew for each run, over its pipe. To run it, after `npm run build`:
//   npx esbuild bench/ruleServer.ts --bundle --platform=node --format=esm --packages=external --outfile=bench/.ruleServer.mjs && node bench/.ruleServer.mjs; rm bench/.ruleServer.mjs
import { join } from 'node:path';
import { PlainClient } from '../test/languageServer/client';

const [count, runs, changes] = [5000, 5, 50];
const file = '.latch/rules.json';
const head = '{ "version": 1,\n  "rules": [\n';
const lines = Array.from({ length: count }, (_, place) =>
  JSON.stringify({ action: place % 5 === 0 ? 'deny' : 'allow', pattern: `Bash(tool-${place} run:*)` }),
);
const text = `${head}${lines.join(',\n')}\n]}\n`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const opened: number[] = [];
const edited: number[] = [];
for (let run = 0; run < runs; run++) {
  const client = new PlainClient(join(import.meta.dirname, '..', 'dist'));
  await client.start();
  opened.push(await timed(() => client.open(file, text)));
  for (let change = 0; change < changes; change++) {
    const place = Math.floor((count / changes) * change);
    const at = { line: 2 + place, character: lines[place]?.indexOf(' run') ?? 0 };
    edited.push(await timed(() => client.change(file, [{ range: { start: at, end: at }, text: 'x' }])));
  }
  await client.end();
}
const told = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other);
  const of = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `half within ${of(0.5)} ms, 95 of 100 within ${of(0.95)} ms, the longest ${of(1)} ms`;
};
console.log(`${count} rules, opened until they are diagnosed: ${told(opened)}`);
console.log(`an edit in them: ${told(edited)}`);
