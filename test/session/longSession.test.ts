// Of a long session only the end is read, and what lies before it when a person goes there.
import type { SessionsOptions } from '../../src/session/sessionsOptions';
import { CalledOff, type WaitFor } from '../../src/stores/waiting';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { JournalRecord } from '../../src/core/journal/journal';
import { quoted } from '../../src/core/texts/sentence';
import { messagesOf } from '../../src/session/fork';
import type { OpenSession } from '../../src/session/openSession';
import { Sessions } from '../../src/session/sessions';
import { JournalFile } from '../../src/stores/journalFile';
import { JournalFolder } from '../../src/stores/journalFolder';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-long-'));
  path = join(folder, 'long.jsonl');
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
});

const quiet = (): void => {};

function sessionsIn(more: Pick<SessionsOptions, 'waitFor'> = {}): Sessions {
  const sessions = new Sessions({
    ...more,
    journals: new JournalFolder(folder),
    workspace: ['/w'],
    cwd: () => '/w',
    gate: () => 'strict',
    mediation: () => 'full',
    timeLimit: () => 0,
    claudePath: () => '',
    environment: () => ({}),
    enforcement: { enforcement: () => 'off', limits: () => Promise.reject(new Error('There is no sandbox to limit.')) },
    fromRepository: () => Promise.resolve({ choice: 'none' as const }),
    judge: () => {
      throw new Error('Nothing is judged here.');
    },
    log: { info: quiet, warn: quiet, error: quiet },
    listener: { onCard: quiet, onTranscript: quiet, onView: quiet },
  });
  onTestFinished(() => sessions.endAll());
  return sessions;
}

function call(id: number, length = 800): readonly JournalRecord[] {
  const toolCallId = `call${id}`;
  const input = { value: { command: `echo ${id} ${'x'.repeat(length)}` }, sha256: '' };
  return [
    { type: 'agent_message', id: `text${id}`, kind: 'text', text: `Now ${id}` },
    { type: 'proposed', toolCallId, batchId: toolCallId, tool: 'Bash', kind: 'bash', input },
    { type: 'interaction_response', toolCallId, number: 1, choice: 'allow', by: { kind: 'person' } },
    ...(id % 50 === 0 ? [{ type: 'notice', level: 'info', text: quoted(`Notice ${id}`) } as const] : []),
  ];
}

const result = (id: number): JournalRecord => ({
  type: 'result',
  toolCallId: `call${id}`,
  ok: true,
  text: `Out ${id}`,
});

/** Calls whose results come after several others have begun. */
async function record(many: number, length?: number): Promise<void> {
  const { journal } = await JournalFile.open(path);
  await journal.append([
    { type: 'session_started', sessionId: 'long', cliSessionId: 'c', cwd: '/w', title: '' },
    { type: 'user_message', id: 'u', text: 'A long task' },
  ]);
  const turns = Array.from({ length: many }, (_, id) => [
    ...call(id, length),
    ...(id >= 3 ? [result(id - 3)] : []),
    ...(id % 100 === 0 ? [said(id)] : []),
  ]);
  for (let id = 0; id < many; id += 40) await journal.append(turns.slice(id, id + 40).flat());
  await journal.append([{ type: 'agent_lost', reason: quoted('Ended.') }]);
  await journal.close();
}

const said = (id: number): JournalRecord => ({ type: 'user_message', id: `u${id}`, text: `More ${id}` });

async function opened(): Promise<OpenSession> {
  const session = await sessionsIn().open('long');
  if (!session) throw new Error('It could not be opened.');
  return session;
}

/** The conversation as it is drawn, and what became of each of its calls. */
function shown(session: OpenSession): readonly string[] {
  const cards = new Map(session.cards.map(card => [card.toolCallId, card]));
  return session.transcript.map(item => {
    if (item.kind === 'todos') return item.kind;
    if (item.kind !== 'call') return `${item.kind} ${typeof item.text === 'string' ? item.text : item.text.text}`;
    const card = cards.get(item.toolCallId);
    return `${item.toolCallId} ${card?.state ?? 'none'} ${card?.result?.text ?? ''}`;
  });
}

async function readAll(session: OpenSession): Promise<void> {
  while (session.unread > 0) {
    const [first] = session.transcript;
    if (!first) return;
    const { items, earlier } = await session.pageBefore(first.id);
    expect(items).not.toEqual([]);
    expect(earlier).toBeGreaterThanOrEqual(session.unread);
  }
}

test('opens with its end, and has page by page all that it would have at once', async () => {
  await record(3000);
  const long = await opened();
  const total = 1 + 3000 * 2 + 3000 / 50 + 3000 / 100;
  expect(long.unread).toBeGreaterThan(total / 2);
  expect(long.transcript.length).toBeGreaterThanOrEqual(200);
  expect(long.unread + long.transcript.length).toBe(total);
  expect(long.view.title).toBe('A long task');
  await readAll(long);
  rmSync(join(folder, 'long.summary.json'));
  await long.end();
  rmSync(join(folder, 'long.summary.json'), { force: true });
  const whole = await opened();
  expect(whole.unread).toBe(0);
  expect(shown(long)).toEqual(shown(whole));
  expect(shown(whole).at(-1)).toBe('call2999 lost ');
  expect(new Set(long.transcript.map(({ id }) => id)).size).toBe(total);
});

test('every message that a person wrote can be gone on from, also one that is not held', async () => {
  await record(2000);
  const long = await opened();
  expect(long.unread).toBeGreaterThan(0);
  const messages = await messagesOf(long);
  expect(messages.slice(0, 2)).toEqual([
    { id: 'u', text: 'A long task' },
    { id: 'u0', text: 'More 0' },
  ]);
  expect(messages).toHaveLength(1 + 2000 / 100);
});

test('two pages that ask at once get the same', async () => {
  await record(2000);
  const long = await opened();
  const first = long.transcript[0]?.id ?? '';
  const [one, other] = await Promise.all([long.pageBefore(first), long.pageBefore(first)]);
  expect(one.items).toEqual(other.items);
  expect(one.items.at(-1)).not.toEqual(long.transcript.at(-1));
});

test('goes on in one chain, and is opened by its end again', async () => {
  await record(2000);
  const { journal, broken, lines } = await JournalFile.open(path);
  expect(broken).toBeUndefined();
  await journal.close();
  const long = await opened();
  long.rename('Named');
  await long.end();
  const { journal: after, broken: then, lines: more } = await JournalFile.open(path);
  await after.close();
  expect([then, more]).toEqual([undefined, lines + 1]);
  const again = await opened();
  expect(again.view.title).toBe('Named');
  expect(again.unread).toBeGreaterThan(0);
});

test.each([
  ['a small one', 800],
  ['a large one', 4500],
])('%s that was cut is read anew, and one that is another one too', async (_, length) => {
  await record(2500, length);
  const kept = readFileSync(join(folder, 'long.summary.json'));
  writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 9300).join('\n')}\n`);
  const cut = await opened();
  expect(cut.view.title).toBe('A long task');
  expect(cut.unread > cut.transcript.length).toBe(length > 800);
  await cut.end();
  rmSync(path);
  await record(2502, length);
  writeFileSync(join(folder, 'long.summary.json'), kept);
  const other = await opened();
  expect(other.transcript.at(-1)).toMatchObject({ toolCallId: 'call2501' });
  expect(other.unread > other.transcript.length).toBe(length > 800);
});

test('a large one without a summary is read once, and only its end is kept in memory', async () => {
  await record(2500, 4500);
  rmSync(join(folder, 'long.summary.json'));
  const long = await opened();
  expect(long.unread).toBeGreaterThan(long.transcript.length);
  expect(long.view.title).toBe('A long task');
});

test('while a large one without a summary is read, whoever waits is told how far that is, and may call it off', async () => {
  await record(2500, 4500);
  rmSync(join(folder, 'long.summary.json'));
  const abort = new AbortController();
  let told = 0;
  const waitFor: WaitFor = work =>
    work({
      onProgress: part => {
        told += part;
        if (told > 0.5) abort.abort(new CalledOff());
      },
      signal: abort.signal,
    });
  await expect(sessionsIn({ waitFor }).open('long')).rejects.toBeInstanceOf(CalledOff);
  expect(told).toBeLessThan(1);
  expect(await sessionsIn({ waitFor }).reopen('long')).toBeUndefined();

  told = 0;
  const whole: WaitFor = work => work({ onProgress: part => (told += part), signal: new AbortController().signal });
  expect((await sessionsIn({ waitFor: whole }).open('long'))?.unread).toBeGreaterThan(0);
  expect(told).toBeCloseTo(1, 5);
});

test('one that was changed in its end is opened by it, and the change stays visible', async () => {
  await record(2500);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"Now 2400"', '"Not 2400"'));
  const long = await opened();
  expect(long.unread).toBeGreaterThan(0);
  await long.end();
  const { broken, journal } = await JournalFile.open(path);
  await journal.close();
  expect(broken?.text).toMatch(/was changed after it was written/);
});
