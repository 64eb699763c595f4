import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { expect } from '../support/inWords';
import { readChain } from '../fakes/journalText';
import type { JournalRecord } from '../../src/core/journal/journal';
import { JournalFile } from '../../src/stores/journalFile';
import { readJournal } from './support/readJournal';
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

/** Of a little more than the largest part has room for. */
const full = (id: number): JournalRecord => ({ type: 'user_message', id: String(id), text: 'x'.repeat(17 << 20) });

async function recorded(): Promise<readonly string[]> {
  const { lines, broken } = await readJournal(path);
  expect(broken).toBeUndefined();
  return lines.map(({ record }) => (record.type === 'user_message' ? record.id : '?'));
}

test('a full file that cannot be put aside is gone on with, and what is on the disk is not said to have failed', async () => {
  const { journal } = await JournalFile.open(path);
  mkdirSync(join(folder, 'session.part1.jsonl'));
  await journal.append([full(1)]);
  await journal.append([message(2)]);
  expect(ids()).toEqual(['1', '2']);
  rmdirSync(join(folder, 'session.part1.jsonl'));
  await journal.append([message(3)]);
  await journal.append([message(4)]);
  await journal.close();
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  expect(await recorded()).toEqual(['1', '2', '3', '4']);
});

test('where a part is missing none of those behind it is written over', async () => {
  const { journal: before } = await JournalFile.open(path);
  for (const id of [1, 2]) await before.append([full(id)]);
  await before.close();
  const part = (number: number): string => join(folder, `session.part${number}.jsonl`);
  const second = readFileSync(part(2));
  rmSync(part(1));
  const { journal } = await JournalFile.open(path);
  for (const id of [3, 4, 5]) await journal.append([full(id)]);
  await journal.close();
  expect(readFileSync(part(2)).equals(second)).toBe(true);
});

test('where a part is missing those behind it are read, and what is written comes behind them', async () => {
  const { journal: before } = await JournalFile.open(path);
  for (const id of [1, 2, 3, 4]) {
    await before.append([message(id)]);
    if (id < 4) await before.beginPart();
  }
  await before.close();
  rmSync(join(folder, 'session.part2.jsonl'));
  const read: string[] = [];
  const { journal, broken } = await JournalFile.open(path, ({ record }) =>
    read.push(record.type === 'user_message' ? record.id : '?'),
  );
  expect(read).toEqual(['1', '3', '4']);
  expect(broken?.text).toMatch(/^Line 2 does not follow the line before it/);
  await journal.append([message(5)]);
  await journal.beginPart();
  await journal.append([message(6)]);
  await journal.close();
  const { lines } = await readJournal(path);
  expect(lines.map(({ record }) => (record.type === 'user_message' ? record.id : '?'))).toEqual([
    '1',
    '3',
    '4',
    '5',
    '6',
  ]);
});

test('where the next file cannot be begun the append fails, and what follows heals it', async () => {
  const { journal } = await JournalFile.open(path);
  await journal.append([full(1)]);
  mkdirSync(path);
  await expect(journal.append([message(2)])).rejects.toThrow('EEXIST');
  rmdirSync(path);
  await journal.append([message(3)]);
  await journal.close();
  expect(await recorded()).toEqual(['1', '2', '3']);
});

test('a file that was removed while it was in use is there again, with all that was in it', async () => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1), message(2)]);
  rmSync(path);
  await journal.append([message(3)]);
  await journal.close();
  expect(ids()).toEqual(['1', '2', '3']);
});

test('one that was removed while the disk is full is there again when that has room', async () => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1), message(2)]);
  rmSync(path);
  const noRoom = Object.assign(new Error('ENOSPC: no'), { code: 'ENOSPC' });
  vi.spyOn(await handleMethods(), 'write').mockRejectedValueOnce(noRoom);
  await expect(journal.append([message(3)])).rejects.toThrow('ENOSPC');
  await journal.append([message(4)]);
  await journal.close();
  expect(ids()).toEqual(['1', '2', '3', '4']);
});

test('nothing counts as recorded in a file that was removed while it was written', async () => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1)]);
  const write = vi.spyOn(await handleMethods(), 'datasync').mockImplementationOnce(() => {
    rmSync(path);
    return Promise.resolve();
  });
  await expect(journal.append([message(2)])).rejects.toThrow('was removed or replaced while it was in use');
  write.mockRestore();
  await journal.append([message(3)]);
  await journal.close();
  expect(ids()).toEqual(['1', '2', '3']);
});

test('a file in whose place another one was put is not written', async () => {
  const { journal } = await JournalFile.open(path);
  await journal.append([message(1)]);
  renameSync(path, `${path}.old`);
  writeFileSync(path, 'another');
  await expect(journal.append([message(2)])).rejects.toThrow('was removed or replaced while it was in use');
  expect(readFileSync(path, 'utf8')).toBe('another');
  renameSync(`${path}.old`, path);
  await journal.append([message(3)]);
  expect(ids()).toEqual(['1', '2', '3']);
  await journal.close();
});

test.each(['before it is written', 'while it is written'])(
  'no line is recorded where the journal became another’s %s',
  async when => {
    let ours = true;
    const { journal } = await JournalFile.open(path, undefined, { isOurs: () => ours });
    await journal.append([message(1)]);
    if (when === 'before it is written') ours = false;
    else
      vi.spyOn(await handleMethods(), 'datasync').mockImplementationOnce(() => {
        ours = false;
        return Promise.resolve();
      });
    await expect(journal.append([message(2)])).rejects.toThrow(/Another window has taken over|removed or replaced/);
    if (when === 'before it is written') expect(ids()).toEqual(['1']);
  },
);

test('what the one before still writes into the file that it has open does not reach what is recorded after it', async () => {
  const { journal: before } = await JournalFile.open(path);
  await before.append([message(1)]);
  const { journal: after } = await JournalFile.open(path);
  await after.beginPart();
  await after.append([message(2)]);
  await expect(before.append([message(3)])).rejects.toThrow('was removed or replaced');
  await after.append([message(4)]);
  await after.close();
  expect(await recorded()).toEqual(['1', '2', '4']);
});
