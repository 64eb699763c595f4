// A session that goes on for weeks holds the end of its conversation, and loses nothing of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Card, CardState } from '../../src/core/card/card';
import type { JournalRecord } from '../../src/core/journal/journal';
import { quoted } from '../../src/core/texts/sentence';
import type { TranscriptItem } from '../../src/core/transcript/items';
import { History } from '../../src/core/journal/history';
import { restoredSession } from '../../src/core/journal/restored';
import { Conversation } from '../../src/session/conversation';
import { JournalFile } from '../../src/stores/journalFile';
import { cardFrom } from '../../webview-ui/gallery/samples/sample';

const quiet = (): void => {};

interface Talk {
  readonly conversation: Conversation;
  readonly journal: JournalFile;
  /** Of every item that was ever told, in order. */
  readonly told: ReadonlyMap<string, TranscriptItem>;
}

async function begun(): Promise<Talk> {
  const folder = mkdtempSync(join(tmpdir(), 'latch-tail-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return opened(join(folder, 's.jsonl'));
}

/** With what its journal tells already. */
async function opened(path: string): Promise<Talk> {
  const history = new History();
  const { journal } = await JournalFile.open(path, line => history.apply(line));
  onTestFinished(() => journal.close().catch(quiet));
  const past = restoredSession(history, { ...history.facts, sessionId: 's', cwd: '/w' });
  const told = new Map((past?.transcript ?? []).map(item => [item.id, item]));
  const conversation = new Conversation({
    ...(past ? { past } : {}),
    sessionId: 's',
    cwd: '/w',
    journal,
    clock: { now: () => 0, after: () => quiet },
    log: { info: quiet, warn: quiet, error: quiet },
    listener: {
      onTranscript: changes => {
        for (const change of changes) if (change.type === 'put') told.set(change.item.id, change.item);
      },
    },
  });
  return { conversation, journal, told };
}

const card = (toolCallId: string, state: CardState): Card => ({
  ...cardFrom(toolCallId, { kind: 'bash', tool: 'Bash', input: { command: `echo ${toolCallId}` } }),
  sessionId: 's',
  toolCallId,
  batchId: toolCallId,
  state,
});

/** As a channel tells it: on record first, then shown. */
function call({ conversation, journal }: Talk, toolCallId: string, state: CardState = 'done'): void {
  const input = { value: { command: `echo ${toolCallId}` }, sha256: '' };
  const records: readonly JournalRecord[] = [
    { type: 'proposed', toolCallId, batchId: toolCallId, tool: 'Bash', kind: 'bash', input },
    { type: 'interaction_response', toolCallId, number: 1, choice: 'allow', by: { kind: 'person' } },
    { type: 'result', toolCallId, ok: true, text: `Out ${toolCallId}` },
  ];
  for (const record of state === 'waiting' ? records.slice(0, 1) : records) journal.note(record);
  conversation.show(card(toolCallId, state));
}

async function calls(talk: Talk, many: number, from = 0): Promise<void> {
  for (let at = from; at < from + many; at += 1) {
    if (at % 100 === 0) talk.conversation.said({ id: `u${at}`, text: `Message ${at}` });
    if (at % 130 === 0) talk.conversation.notice('info', quoted(`Notice ${at}`));
    call(talk, `c${at}`);
    // As long as the disk takes nothing, each of these fails.
    if (at % 500 === 0) await talk.journal.append([]).catch(quiet);
  }
}

/** The whole conversation, as a page has it that goes back to its beginning. */
async function whole({ conversation: { shown } }: Talk): Promise<readonly TranscriptItem[]> {
  const pages = [shown.items];
  for (let earlier = shown.unread; earlier > 0; ) {
    const page = await shown.pageBefore(pages.at(-1)?.[0]?.id ?? '');
    expect(page.items).not.toEqual([]);
    pages.push(page.items);
    ({ earlier } = page);
  }
  return pages.toReversed().flat();
}

const ids = (items: Iterable<TranscriptItem>): readonly string[] => [...items].map(({ id }) => id);

test('after 5,000 calls it holds a page or two, and has every item and every card when somebody goes back', async () => {
  const talk = await begun();
  await calls(talk, 5100);
  const { shown } = talk.conversation;
  expect(shown.items.length).toBeLessThanOrEqual(400);
  expect(shown.cards.length).toBeLessThanOrEqual(400);
  expect(shown.unread + shown.items.length).toBe(talk.told.size);
  expect(ids(await whole(talk))).toEqual([...talk.told.keys()]);
  expect(shown.cards).toHaveLength(5100);
  expect(shown.cards.every(({ state, result }) => state === 'done' && result?.ok !== false)).toBe(true);
  // Who went back has gone when as much again was said.
  await calls(talk, 100, 6000);
  expect(shown.items.length).toBeLessThanOrEqual(400);
});

test('a session that comes back goes on in the same way', async () => {
  const before = await begun();
  await calls(before, 300);
  await before.journal.close();
  const talk = await opened(before.journal.path);
  await calls(talk, 800, 300);
  expect(talk.conversation.shown.items.length).toBeLessThanOrEqual(400);
  expect(ids(await whole(talk))).toEqual([...before.told.keys(), ...[...talk.told.keys()].slice(before.told.size)]);
});

test('what waits, and what goes with it, is held however much comes after it', async () => {
  const talk = await begun();
  const { shown } = talk.conversation;
  call(talk, 'mate');
  talk.conversation.show({ ...card('mate', 'decided'), batchId: 'asks' });
  call(talk, 'asks', 'waiting');
  await calls(talk, 1000);
  expect([shown.card('asks')?.state, shown.card('mate')?.state]).toEqual(['waiting', 'decided']);
  expect(shown.card('c5')).toBeUndefined();
  const items = ids(await whole(talk));
  expect(items.slice(0, 2)).toEqual(['call:mate', 'call:asks']);
  expect(shown.card('asks')?.state).toBe('waiting');
  expect(new Set(items).size).toBe(items.length);
});

test('what goes on in the background is told to its end', async () => {
  const talk = await begun();
  call(talk, 'server');
  const change = { state: 'running', background: true } as const;
  talk.conversation.read({ type: 'task', taskId: 't', toolCallId: 'server', change });
  await calls(talk, 1000);
  talk.conversation.read({ type: 'task', taskId: 't', change: { state: 'done', told: true, summary: 'The server' } });
  expect(talk.conversation.shown.items.at(-1)).toMatchObject({ text: { text: 'Ended in the background: The server' } });
  const [server] = await whole(talk);
  expect(server).toMatchObject({ task: { state: 'done' } });
});

test('a card that is not held is read again', async () => {
  const talk = await begun();
  await calls(talk, 1000);
  const { shown } = talk.conversation;
  expect(shown.card('c7')).toBeUndefined();
  expect(await shown.cardOf('c7')).toMatchObject({ state: 'done', result: { text: 'Out c7' } });
  expect(await shown.cardOf('none')).toBeUndefined();
});

test('what the disk does not take is held', async () => {
  const talk = await begun();
  await talk.journal.close();
  await calls(talk, 1000);
  const { shown } = talk.conversation;
  expect(shown.unread).toBe(0);
  expect(shown.cards).toHaveLength(1000);
  expect(ids(shown.items)).toEqual([...talk.told.keys()]);
});

test('a text that a stop cut off is on record like any other', async () => {
  const talk = await begun();
  talk.conversation.read({ type: 'delta', id: 'm:0', kind: 'text', text: 'I was about' });
  talk.conversation.read({ type: 'turnEnded', ok: false, interrupted: true, errors: [] });
  await calls(talk, 1000);
  const [first] = await whole(talk);
  expect(first).toMatchObject({ id: 'm:0', text: 'I was about', settled: true });
});

test('a text that is written while much else happens has its place', async () => {
  const talk = await begun();
  const text = { type: 'text', id: 'm:0', kind: 'text', text: 'A long answer' } as const;
  talk.conversation.read({ type: 'delta', id: 'm:0', kind: 'text', text: 'A long' });
  await calls(talk, 300);
  talk.conversation.read(text);
  await calls(talk, 60, 300);
  expect(ids(await whole(talk))[0]).toBe('m:0');
});

test('a call is held until its end is on record', async () => {
  const talk = await begun();
  call(talk, 'slow', 'waiting');
  await calls(talk, 600);
  talk.journal.note({ type: 'result', toolCallId: 'slow', ok: true, text: 'At last' });
  talk.conversation.show(card('slow', 'done'));
  // Nothing reaches the disk meanwhile.
  for (let at = 0; at < 60; at += 1) call(talk, `now${at}`);
  expect(talk.conversation.shown.card('slow')).toMatchObject({ state: 'done' });
  await calls(talk, 700, 1000);
  expect(talk.conversation.shown.card('slow')).toBeUndefined();
});
