// What a long session and a long list of sessions cost: to come back to, and to hold.
import { quoted } from '../../src/core/texts/sentence';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeLine, type JournalRecord, noHash } from '../../src/core/journal/journal';
import { Sessions } from '../../src/session/sessions';
import { JournalFolder } from '../../src/stores/journalFolder';
import { sha256 } from '../../src/stores/sha256';
import { loadedSession, playCall, root as loadedRoot } from '../../test/faults/loaded';

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

async function restore(calls: number): Promise<void> {
  const folder = join(root, `long${calls}`);
  write(folder, 'long', [
    ...begin('long'),
    ...Array.from({ length: calls }, (_, number) => callRecords(number)).flat(),
  ]);
  const open = async (): Promise<void> => {
    const sessions = sessionsIn(folder);
    await sessions.open('long');
    await sessions.endAll();
  };
  // The first time writes the summary of the record, as its session does while it lives.
  await open();
  await timed(`restore${calls}`, open);
}

async function list(): Promise<void> {
  const folder = join(root, 'many');
  for (let number = 0; number < manySessions; number += 1)
    write(folder, `s${number}`, [
      ...begin(`s${number}`),
      ...Array.from({ length: 20 }, (_, place) => callRecords(place)).flat(),
    ]);
  const sessions = sessionsIn(folder);
  await timed('listFirst', () => sessions.past());
  await timed('listAgain', () => sessions.past());
  await timed('listNext', () => sessionsIn(folder).past());
}

async function hold(): Promise<void> {
  const session = await loadedSession('held', true);
  let first = 0;
  for (let number = 1; number <= 20_000; number += 1) {
    await playCall(session, 'held', number, []);
    if (number === 100) first = heap();
    if (number === 10_000 || number === 20_000) row(`memory${number}`, (heap() - first) / 1e6);
  }
  await session.journal.close();
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  row(name, performance.now() - start);
}

function row(name: string, value: number): void {
  appendFileSync(process.env['BENCH_FILE'] ?? '/dev/null', `${JSON.stringify({ row: name, value })}\n`);
}

async function main(): Promise<void> {
  await restore(10_000);
  await restore(50_000);
  await hold();
  await list();
}

void main().finally(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(loadedRoot, { recursive: true, force: true });
});
