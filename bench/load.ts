// Measures what a session costs while it lives. To run it:
//   npx esbuild bench/load.ts --bundle --platform=node --outfile=out/bench-load.cjs && node --expose-gc out/bench-load.cjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Channel } from '../src/channel/channel';
import type { AgentEvent } from '../src/core/call/events';
import { quoted } from '../src/core/texts/sentence';
import { Conversation } from '../src/session/conversation';
import { nodeClock } from '../src/session/nodeClock';
import { JournalFile } from '../src/stores/journalFile';
import { sha256 } from '../src/stores/sha256';

const root = mkdtempSync(join(tmpdir(), 'latch-load-'));
const quiet = (): void => {};

interface Bench {
  readonly channel: Channel;
  readonly conversation: Conversation;
  readonly journal: JournalFile;
  /** Resolves when the answer to this ask was written. */
  readonly answered: (askId: string) => Promise<void>;
}

async function session(name: string, keeps: boolean): Promise<Bench> {
  const { journal } = await JournalFile.open(join(root, `${name}.jsonl`));
  const waiting = new Map<string, () => void>();
  const log = { info: quiet, warn: quiet, error: quiet };
  const conversation = new Conversation({
    sessionId: name,
    journal,
    clock: nodeClock,
    log,
    listener: { onTranscript: quiet },
  });
  const channel = new Channel({
    sessionId: name,
    cwd: root,
    gate: 'strict',
    mediation: 'full',
    timeLimit: () => 0,
    journal,
    judge: () => ({
      verdict: { decision: 'ask', readOnly: false, always: true },
      risk: 'low',
      riskSentence: quoted('It runs a program.'),
      because: [],
    }),
    context: () => ({ run: name, mode: 'default' }),
    clock: nodeClock,
    sha256,
    beforeCommand: () => Promise.resolve(),
    afterCommand: () => {},
    stoppedIn: () => undefined,
    holds: () => false,
    answer: async answer => {
      if (answer.type === 'decision') waiting.get(answer.askId)?.();
    },
    onCard: card => keeps && conversation.show(card),
    onNotice: quiet,
  });
  const answered = (askId: string): Promise<void> =>
    new Promise(resolve => {
      waiting.set(askId, () => {
        waiting.delete(askId);
        resolve();
      });
    });
  return { channel, conversation, journal, answered };
}

function asks(number: number, batch = `m${number}`): AgentEvent[] {
  const toolCallId = `toolu_${number}`;
  const input = { command: `npm run task${number} -- ${'value '.repeat(10)}`, description: 'Run a task' };
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: toolCallId };
  return [
    { type: 'proposed', toolCallId, batchId: batch, single: false, tool: 'Bash', input },
    { type: 'asked', askId: `ask_${number}`, toolCallId, tool: 'Bash', input, details: { suggestions: [] }, request },
  ];
}

async function call({ channel, answered }: Bench, sessionId: string, number: number): Promise<void> {
  for (const event of asks(number)) channel.handle(event);
  channel.handle({ type: 'batchComplete', batchId: `m${number}` });
  const done = answered(`ask_${number}`);
  channel.confirm({ sessionId, toolCallId: `toolu_${number}`, revision: 1, confirmed: true });
  await done;
  channel.handle({ type: 'ended', toolCallId: `toolu_${number}`, ok: true, text: 'A line of output.\n'.repeat(20) });
  channel.handle({ type: 'turnEnded', ok: true, interrupted: false, errors: [] });
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function memory(what: string, keeps: boolean): Promise<void> {
  const bench = await session(what.replaceAll(' ', '-'), keeps);
  const samples: string[] = [];
  let first = 0;
  for (let number = 1; number <= 10_000; number += 1) {
    await call(bench, what, number);
    if (number === 2000) first = heap();
    if (number % 2000 === 0) samples.push(`${(heap() / 1e6).toFixed(1)} MB`);
  }
  console.log(
    `${what}: ${samples.join(', ')}; ${Math.round((heap() - first) / 8000)} bytes a call after the first 2,000`,
  );
  await bench.journal.close();
}

async function clicks(): Promise<void> {
  const bench = await session('clicks', true);
  for (let number = 1; number <= 1000; number += 1)
    for (const event of asks(number, `m${number % 50}`)) bench.channel.handle(event);
  const times: number[] = [];
  for (let number = 1; number <= 1000; number += 1) {
    const start = performance.now();
    bench.channel.confirm({ sessionId: 'clicks', toolCallId: `toolu_${number}`, revision: 1, confirmed: true });
    times.push(performance.now() - start);
    await new Promise(resolve => setImmediate(resolve));
  }
  times.sort((one, other) => one - other);
  console.log(
    `a click among 1,000 waiting cards: median ${times[500]?.toFixed(2)} ms, worst ${times.at(-1)?.toFixed(2)} ms`,
  );
  await bench.journal.close();
}

/** So many asks open at once, each of a message of its own; then all of them are answered. */
async function burst(calls: number): Promise<void> {
  const bench = await session(`burst${calls}`, false);
  // Time of the processor: a busy neighbour changes what the clock says.
  const cost = (since: NodeJS.CpuUsage): string => {
    const { user, system } = process.cpuUsage(since);
    return `${Math.round((user + system) / calls)} µs`;
  };
  let start = process.cpuUsage();
  for (let number = 1; number <= calls; number += 1) {
    for (const event of asks(number)) bench.channel.handle(event);
    bench.channel.handle({ type: 'batchComplete', batchId: `m${number}` });
  }
  const opened = cost(start);
  start = process.cpuUsage();
  const answers: Promise<void>[] = [];
  for (let number = 1; number <= calls; number += 1) {
    answers.push(bench.answered(`ask_${number}`));
    const shown = { sessionId: `burst${calls}`, toolCallId: `toolu_${number}`, revision: 1 };
    bench.channel.confirm({ ...shown, confirmed: true });
  }
  await Promise.all(answers);
  console.log(`${calls} asks open at once: ${opened} to open one, ${cost(start)} to answer it`);
  await bench.journal.close();
}

async function hour(): Promise<void> {
  const benches = await Promise.all(Array.from({ length: 8 }, (_, place) => session(`hour${place}`, true)));
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(
    benches.map(async (bench, place) => {
      for (let number = 1; number <= 450; number += 1) await call(bench, `hour${place}`, number);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  console.log(
    `8 sessions, 450 calls each (one every 8 s for an hour): ${((performance.now() - start) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processors`,
  );
  await Promise.all(benches.map(({ journal }) => journal.close()));
}

async function main(): Promise<void> {
  await memory('channel and journal', false);
  await memory('with the conversation that the chat shows', true);
  await clicks();
  await burst(2000);
  await burst(10_000);
  await hour();
}

void main().finally(() => rmSync(root, { recursive: true, force: true }));
