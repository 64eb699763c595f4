import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdJournal } from '../../src/session/heldJournal';
import { JournalFolder } from '../../src/stores/journalFolder';

const quiet = (): void => {};

test('a journal that cannot be opened leaves its session free: this window opens it when the cause is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-held-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { journals: new JournalFolder(folder), log: { info: quiet, warn: quiet, error: quiet } };
  const path = options.journals.fileOf('s');
  mkdirSync(path);
  await expect(holdJournal(options, 's')).rejects.toThrow('It is no regular file.');
  rmSync(path, { recursive: true });
  const held = await holdJournal(options, 's');
  expect(held.ok).toBe(true);
  if (held.ok) await held.journal.close();
});
