import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { expect } from '../support/inWords';
import { readChain } from '../fakes/journalText';
import type { JournalRecord } from '../../src/core/journal/journal';
import { JournalFile } from '../../src/stores/journalFile';
import { sha256 } from '../../src/stores/sha256';
import { handleMethods } from '../fakes/handleMethods';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-journal-'));
  path = join(folder, 'session.jsonl');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const message = (id: number): JournalRecord => ({ type: 'user_message', id: String(id), text: `Text ${id}` });
const onDisk = (): ReturnType<typeof readChain> => readChain(readFileSync(path, 'utf8'), sha256);
const ids = (): string[] => onDisk().lines.map(({ record }) => (record.type === 'user_message' ? record.id : '?'));

test('what is written while a sync is under way is not lost', async () => {
  const { journal } = await JournalFile.open(path);
  const appends: Promise<void>[] = [];
  for (let id = 0; id < 200; id += 1) {
    if (id % 3 === 0) journal.note(message(id));
    else appends.push(journal.append([message(id)]));
    if (id % 4 === 0) await turn();
  }
  await Promise.all(appends);
  await journal.close();
  expect(onDisk().broken).toBeUndefined();
  expect(ids()).toEqual(Array.from({ length: 200 }, (_, id) => String(id)));
});

test('appends one after the other are all written', async () => {
  const { journal } = await JournalFile.open(path);
  for (let id = 0; id < 20; id += 1) await journal.append([message(id)]);
  expect(ids()).toHaveLength(20);
  await journal.close();
});

test('a hundred decisions that come together cost a handful of syncs', async () => {
  const { journal } = await JournalFile.open(path);
  const datasync = vi.spyOn(await handleMethods(), 'datasync');
  await Promise.all(Array.from({ length: 100 }, (_, id) => journal.append([message(id)])));
  expect(datasync.mock.calls.length).toBeLessThanOrEqual(3);
  expect(ids()).toHaveLength(100);
  await journal.close();
});

test.each(['ENOSPC', 'EIO', 'EROFS'])('%s rejects the append, and what follows goes on without a hole', async code => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1)]);
  const failure = Object.assign(new Error(`${code}: no`), { code });
  vi.spyOn(await handleMethods(), code === 'EIO' ? 'datasync' : 'write').mockRejectedValueOnce(failure);
  await expect(journal.append([message(2)])).rejects.toThrow(code);
  await journal.append([message(3)]);
  await journal.close();
  expect(onDisk().broken).toBeUndefined();
  expect(ids()).toEqual(['1', '2', '3']);
});

test('half a line that a full disk left behind is written over by the next append', async () => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1)]);
  vi.spyOn(await handleMethods(), 'write').mockImplementationOnce(() => {
    appendFileSync(path, '{"v":1,"seq":2,"at":"20');
    return Promise.reject(new Error('ENOSPC'));
  });
  await expect(journal.append([message(2)])).rejects.toThrow('ENOSPC');
  expect(readFileSync(path, 'utf8')).not.toMatch(/\n$/);
  await journal.append([message(3)]);
  await journal.close();
  expect(ids()).toEqual(['1', '2', '3']);
});

test('a torn last line is cut off at any byte, and the journal goes on', async () => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1), message(2)]);
  await journal.close();
  const whole = readFileSync(path);
  const first = whole.indexOf(0x0a) + 1;
  for (let length = 0; length <= whole.length; length += 1) {
    writeFileSync(path, whole.subarray(0, length));
    const { journal: next, broken } = await JournalFile.open(path);
    await next.append([message(9)]);
    await next.close();
    expect(broken).toBeUndefined();
    expect(ids()).toEqual([...(length >= first ? ['1'] : []), ...(length === whole.length ? ['2'] : []), '9']);
  }
});

const tampered: Readonly<Record<string, (lines: string[]) => string[]>> = {
  changed: lines => lines.map((line, at) => (at === 1 ? line.replace('Text 2', 'Text 7') : line)),
  removed: lines => lines.filter((_, at) => at !== 1),
  reordered: ([one = '', two = '', three = '']) => [one, three, two],
  'removed at the beginning': lines => lines.slice(1),
  added: ([one = '', two = '', three = '']) => [one, two, two, three],
  'made by somebody else': lines => [
    lines[0] ?? '',
    '{"v":1,"seq":2,"record":{"type":"user_message"}}',
    ...lines.slice(1),
  ],
};

test.each(Object.entries(tampered))('a line that was %s is found, at that line', async (_, tamper) => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1), message(2), message(3)]);
  await journal.close();
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${tamper(lines).join('\n')}\n`);
  const { journal: next, broken, lines: good } = await JournalFile.open(path);
  expect(broken).toMatch(/^Line \d /);
  expect(good).toBeLessThan(3);
  // What comes later must not make it look whole again.
  await next.append([message(4)]);
  await next.close();
  expect(onDisk().broken).toBe(broken?.text);
});
