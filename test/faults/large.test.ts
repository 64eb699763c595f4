// Records of a size that no memory holds, and a session of 50,000 calls: read in pieces, and shown from their end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JournalRecord } from '../../src/core/journal/journal';
import { holdPast } from '../../src/session/heldJournal';
import { exportRecord, verifyRecord } from '../../src/stores/exportJournal';
import { JournalFile } from '../../src/stores/journalFile';
import { JournalFolder } from '../../src/stores/journalFolder';
import { statParts } from '../../src/stores/journalParts';
import { summaryPath } from '../../src/stores/journalSummary';
import { sha256 } from '../../src/stores/sha256';
import { tableOf, writePart } from './reliability';

const gigabytes = Number(process.env['LATCH_LARGE'] ?? 5);
const root = mkdtempSync(join(tmpdir(), 'latch-large-'));
const log = { info() {}, warn() {}, error() {} };
const rows: (readonly (string | number)[])[] = [];
afterAll(() => {
  writePart('large', tableOf(['what', 'record', 'seconds', 'memory before', 'at most'], rows));
  rmSync(root, { recursive: true, force: true });
}, 120_000);

test('a record of gigabytes is verified and exported', async () => {
  const path = join(root, 'large.jsonl');
  const size = await write(
    path,
    'A line of output of some length, as a build writes it.\n'.repeat(140),
    bytes => bytes < gigabytes * 1e9,
  );
  const waiting = { onProgress: () => {}, signal: new AbortController().signal };
  const target = join(root, 'exported');
  await measured('verify', size, () => verifyRecord(path, {}, waiting));
  await measured('export as lines', size, () => exportRecord(path, target, 'lines', {}, waiting));
  await measured('export as a document', size, () => exportRecord(path, target, 'document', {}, waiting));
}, 3_000_000);

test('a session of 50,000 calls is shown from its end', async () => {
  const folder = join(root, 'long');
  const journals = new JournalFolder(folder);
  const path = journals.fileOf('long');
  let calls = 0;
  const size = await write(path, 'A line of output.\n'.repeat(20), () => (calls += 500) <= 50_000);
  rmSync(summaryPath(path), { force: true });
  for (const what of ['open 50,000 calls without their summary', 'open 50,000 calls']) {
    const opened = await measured(what, size, () => holdPast({ journals: new JournalFolder(folder), log }, 'long'));
    // Of the end as much as a person looks at first.
    expect(opened.ok && opened.past?.transcript.length).toBeGreaterThan(100);
    if (opened.ok) await opened.journal.close();
  }
}, 600_000);

/** Calls with this output, as long as more of them are wanted. */
async function write(path: string, output: string, more: (bytes: number) => boolean): Promise<string> {
  const { journal } = await JournalFile.open(path);
  const sessionId = 'long';
  await journal.append([
    { type: 'session_started', sessionId, cliSessionId: sessionId, cwd: '/work', title: '' },
    { type: 'agent_started', path: '/usr/bin/claude', model: 'model' },
    { type: 'user_message', id: 'u', text: 'A long task' },
  ]);
  for (let round = 0; more(await sizeOf(path)); round += 1)
    await journal.append(Array.from({ length: 500 }, (_, at) => callRecords(round * 500 + at, output)).flat());
  await journal.close();
  const size = await sizeOf(path);
  return size > 1e9 ? `${(size / 1e9).toFixed(1)} GB` : `${Math.round(size / 1e6)} MB`;
}

function callRecords(number: number, output: string): readonly JournalRecord[] {
  const toolCallId = `toolu_${number}`;
  const askId = `ask_${number}`;
  const input = { command: `npm run task${number}`, description: 'Run a task' };
  const kept = { value: input, sha256: sha256(JSON.stringify(input)) };
  const request = { value: { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: toolCallId }, sha256: '' };
  return [
    { type: 'agent_message', id: `t${number}`, kind: 'text', text: `Now I run task ${number}.` },
    { type: 'proposed', toolCallId, batchId: `m${number}`, tool: 'Bash', kind: 'bash', input: kept, risk: 'medium' },
    { type: 'interaction_request', toolCallId, askId, request },
    { type: 'execution_suspended', toolCallId, askId },
    { type: 'interaction_response', toolCallId, number, choice: 'allow', by: { kind: 'person' }, waitedMs: 900 },
    { type: 'execution_resumed', toolCallId, askId },
    { type: 'result', toolCallId, ok: true, text: output, durationMs: 300 },
  ];
}

async function sizeOf(path: string): Promise<number> {
  return (await statParts(path)).reduce((sum, { size }) => sum + size, 0);
}

async function measured<T>(what: string, size: string, work: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const seconds = ((performance.now() - begun) / 1000).toFixed(2);
    clearInterval(watching);
    // Whatever the size.
    expect(most - before).toBeLessThan(400e6);
    rows.push([what, size, seconds, `${Math.round(before / 1e6)} MB`, `${Math.round(most / 1e6)} MB`]);
  }
}
