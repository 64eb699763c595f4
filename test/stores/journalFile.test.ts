import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JournalRecord, readChain } from '../../src/core/journal';
import { JournalFile } from '../../src/stores/journalFile';
import { sha256 } from '../../src/stores/sha256';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-journal-'));
  path = join(folder, 'session.jsonl');
});
afterEach(() => {
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
