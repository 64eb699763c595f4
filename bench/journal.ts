// Measures the journals. To run it:
//   npx esbuild bench/journal.ts --bundle --platform=node --outfile=out/bench-journal.cjs && node out/bench-journal.cjs
import { quoted } from '../src/core/texts/sentence';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeLine, type JournalRecord, noHash } from '../src/core/journal/journal';
import { Sessions } from '../src/session/sessions';
import { JournalFolder } from '../src/stores/journalFolder';
import { JournalFile } from '../src/stores/journalFile';
import { sha256 } from '../src/stores/sha256';

const manyCalls = 50_000;
const manySessions = 5000;
const cwd = '/work';
const root = mkdtempSync(join(tmpdir(), 'latch-bench-'));

function begin(sessionId: string): JournalRecord[] {
  return [
    { type: 'session_started', sessionId, cliSessionId: sessionId, cwd, title: '' },
    { type: 'agent_started', path: '/usr/bin/claude', model: 'model' },
    { type: 'user_message', id: `u${sessionId}`, text: `Task of ${sessionId}` },
  ];
}

function callRecords(number: number, text = 'A line of output.\n'.repeat(20)): JournalRecord[] {
  const toolCallId = `toolu_${number}`;
  const askId = `ask_${number}`;
  const input = { command: `npm run task${number} -- --flag ${'value '.repeat(10)}`, description: 'Run a task' };
  const kept = { value: input, sha256: sha256(JSON.stringify(input)) };
  const request = { value: { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: toolCallId }, sha256: '' };
  return [
    { type: 'agent_message', id: `t${number}`, kind: 'text', text: `Now I run task ${number}.` },
    { type: 'proposed', toolCallId, batchId: `m${number}`, tool: 'Bash', kind: 'bash', input: kept, risk: 'medium' },
    { type: 'interaction_request', toolCallId, askId, request },
    { type: 'execution_suspended', toolCallId, askId },
    { type: 'interaction_response', toolCallId, number, choice: 'allow', by: { kind: 'person' }, waitedMs: 900 },
    { type: 'execution_resumed', toolCallId, askId },
    { type: 'result', toolCallId, ok: true, text, durationMs: 300 },
  ];
}

function write(folder: string, sessionId: string, records: readonly JournalRecord[]): void {
  let prev = noHash;
  const lines = records.map((record, place) => {
    const line = encodeLine(record, place + 1, new Date(1_790_000_000_000 + place * 100).toISOString(), prev, sha256);
    prev = line.hash;
    return line.text;
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${sessionId}.jsonl`), lines.join(''));
}

function sessionsIn(journalFolder: string): Sessions {
  const quiet = (): void => {};
  return new Sessions({
    journals: new JournalFolder(journalFolder),
    workspace: [cwd],
    cwd: () => cwd,
    gate: () => 'strict',
    mediation: () => 'full',
    timeLimit: () => 0,
    claudePath: () => '',
    environment: () => ({}),
    fromRepository: () => Promise.resolve({ choice: 'none' as const }),
    enforcement: {
      enforcement: () => 'off',
      limits: () => Promise.reject(new Error('There is no sandbox to limit.')),
    },
    judge: () => ({
      verdict: { decision: 'ask', readOnly: false, always: true },
      risk: 'low',
      riskSentence: quoted(''),
      because: [],
    }),
    log: { info: quiet, warn: quiet, error: quiet },
    listener: { onCard: quiet, onTranscript: quiet, onView: quiet },
  });
}

/** Medians of some rounds: what a person waits, and the time of the processors alone, in which no other work counts. */
async function timed(what: string, rounds: number, work: () => Promise<unknown>): Promise<void> {
  const waited: number[] = [];
  const used: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const before = process.cpuUsage();
    await work();
    waited.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    used.push((user + system) / 1000);
  }
  print(what, median(waited), median(used));
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

function print(what: string, waited: number, used: number): void {
  console.log(`${what.padEnd(52)} ${waited.toFixed(1).padStart(10)} ms ${used.toFixed(1).padStart(10)} ms`);
}

async function main(): Promise<void> {
  const long = join(root, 'long');
  write(long, 'long', [
    ...begin('long'),
    ...Array.from({ length: manyCalls }, (_, number) => callRecords(number)).flat(),
  ]);
  const restore = async (): Promise<void> => {
    const sessions = sessionsIn(long);
    await sessions.open('long');
    await sessions.endAll();
  };
  await timed(`restore a session of ${manyCalls} calls without its summary`, 1, restore);
  await timed(`restore a session of ${manyCalls} calls`, 5, restore);

  const many = join(root, 'many');
  for (let number = 0; number < manySessions; number += 1)
    write(many, `s${number}`, [
      ...begin(`s${number}`),
      ...Array.from({ length: 20 }, (_, place) => callRecords(place)).flat(),
    ]);
  const sessions = sessionsIn(many);
  await timed(`list ${manySessions} sessions, the first time`, 1, () => sessions.past());
  await timed(`list ${manySessions} sessions, unchanged`, 21, () => sessions.past());

  await timed(`list ${manySessions} sessions, in the next window`, 5, () => sessionsIn(many).past());

  const { journal } = await JournalFile.open(join(root, 'written.jsonl'));
  const records = Array.from({ length: manyCalls }, (_, number) => callRecords(number));
  await timed(`append ${manyCalls} calls`, 1, async () => {
    for (let from = 0; from < records.length; from += 100) await journal.append(records.slice(from, from + 100).flat());
  });
  await journal.close();
}

void main().finally(() => rmSync(root, { recursive: true, force: true }));
