// Much at once and much for long: what it needs of memory, and what a click waits.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { encodeLine, type JournalRecord, noHash } from '../../src/core/journal/journal';
import { RuleEditor } from '../../src/rules/editor';
import { RuleJudge } from '../../src/rules/judge';
import { JournalFolder } from '../../src/stores/journalFolder';
import { sha256 } from '../../src/stores/sha256';
import { asks, loadedSession, playCall, root } from './loaded';
import { tableOf, writePart } from './reliability';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

const rows: (readonly (string | number)[])[] = [];
afterAll(() => {
  const head = ['what', 'memory at first', 'at the end', 'a click, middle', 'worst'];
  if (process.env['LATCH_FAULTS'] === 'all') writePart('load', tableOf(head, rows));
  rmSync(root, { recursive: true, force: true });
}, 120_000);

test('eight sessions for two hours, with a call every eight seconds', async () => {
  const sessions = await Promise.all(Array.from({ length: 8 }, (_, at) => loadedSession(`hour-${at}`, true)));
  const play = async (from: number, to: number): Promise<readonly number[]> => {
    const clicks: number[] = [];
    for (let at = from; at <= to; at += 1)
      await Promise.all(sessions.map((session, place) => playCall(session, `hour-${place}`, at, clicks)));
    return clicks;
  };
  await play(1, 50);
  const first = heap();
  const clicks = await play(51, 450);
  const hour = heap();
  note('8 sessions for an hour, 3,600 calls', first, hour, clicks);
  const more = await play(451, 900);
  note('the hour after that', hour, heap(), more);
  expect(heap() - hour).toBeLessThan(1_000_000);
  await Promise.all(sessions.map(({ journal }) => journal.close()));
}, 600_000);

test.each([
  ['10,000 calls in one session, channel and record', false],
  ['10,000 calls in one session, with its conversation', true],
])(
  '%s',
  async (what, keeps) => {
    const session = await loadedSession(`calls-${keeps}`, keeps);
    const clicks: number[] = [];
    let first = 0;
    for (let at = 1; at <= 10_000; at += 1) {
      await playCall(session, `calls-${keeps}`, at, clicks);
      if (at === 2000) first = heap();
    }
    note(what, first, heap(), clicks);
    // A call that has come to its end is forgotten, and a conversation is held by its end.
    expect(heap() - first).toBeLessThan(2_000_000);
    await session.journal.close();
  },
  600_000,
);

test('1,000 cards that wait', async () => {
  const session = await loadedSession('waiting', true);
  for (let at = 1; at <= 1000; at += 1) for (const event of asks(at, `m${at % 50}`)) session.channel.handle(event);
  const first = heap();
  const clicks: number[] = [];
  for (let at = 1; at <= 1000; at += 1) {
    const begun = performance.now();
    session.channel.confirm({ sessionId: 'waiting', toolCallId: `toolu_${at}`, revision: 1, confirmed: true });
    clicks.push(performance.now() - begun);
    await new Promise(resolve => setImmediate(resolve));
  }
  note('1,000 cards that wait', first, heap(), clicks);
  await session.journal.close();
}, 600_000);

test('5,000 journals, listed a hundred times', async () => {
  const folder = join(root, 'many');
  mkdirSync(folder);
  for (let at = 0; at < 5000; at += 1) writeFileSync(join(folder, `s${at}.jsonl`), journalOf(`s${at}`));
  const journals = new JournalFolder(folder);
  await journals.list();
  const first = heap();
  const lists: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    const begun = performance.now();
    expect(await journals.list()).toHaveLength(5000);
    lists.push(performance.now() - begun);
  }
  note('5,000 journals, for a list', first, heap(), lists);
}, 600_000);

test('10,000 rules that change while calls are judged', async () => {
  const workspace = join(root, 'rules');
  mkdirSync(workspace);
  const file = join(workspace, 'rules.json');
  const rules = Array.from({ length: 10_000 }, (_, at) => ({ action: 'allow', pattern: `Bash(tool-${at}:*)` }));
  writeFileSync(file, JSON.stringify({ rules }, undefined, 2));
  const none = { fileEdits: false, bash: false, skills: false, mcp: false };
  const judge = new RuleJudge({
    workspace,
    files: [file],
    skip: () => none,
    projectAllows: () => true,
    onProblem() {},
  });
  const { scopes } = judge;
  let ids = 0;
  const editor = new RuleEditor({ scopes, now: Date.now, newId: () => `r${++ids}`, onChange() {} });
  const judged = (command: string): number => {
    const begun = performance.now();
    judge.evaluate({ tool: 'Bash', input: { command }, cwd: workspace, sessionId: 's' });
    return performance.now() - begun;
  };
  judged('tool-1 x');
  const first = heap();
  const times: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const added = await editor.add({
      scope: 'session',
      sessionId: 's',
      rules: [{ action: 'deny', pattern: `Bash(x${at}:*)` }],
    });
    expect(added.ok).toBe(true);
    for (let call = 0; call < 50; call += 1) times.push(judged(`tool-${call * 100} x`));
  }
  note('10,000 rules, one changes after each 50 calls', first, heap(), times);
  const afterwards: number[] = [];
  const before = heap();
  for (let at = 0; at < 40; at += 1) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"Bash(tool-${at * 99 + 3}:*)"`, `"Bash(other-${at}:*)"`));
    afterwards.push(judged('tool-2 x'));
  }
  note('10,000 rules, the first call after each change of their file', before, heap(), afterwards);
}, 600_000);

function note(what: string, first: number, end: number, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const ms = (time = 0): string => `${time < 10 ? time.toFixed(2) : Math.round(time)} ms`;
  rows.push([what, megabytes(first), megabytes(end), ms(sorted[Math.floor(sorted.length / 2)]), ms(sorted.at(-1))]);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function heap(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

function journalOf(sessionId: string): string {
  const records: readonly JournalRecord[] = [
    { type: 'session_started', sessionId, cliSessionId: sessionId, cwd: '/work', title: '' },
    { type: 'user_message', id: `u${sessionId}`, text: `Task of ${sessionId}` },
  ];
  let prev = noHash;
  return records
    .map((record, at) => {
      const line = encodeLine(record, at + 1, new Date(1_790_000_000_000 + at).toISOString(), prev, sha256);
      prev = line.hash;
      return line.text;
    })
    .join('');
}
