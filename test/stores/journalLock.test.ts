import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockJournal } from '../../src/stores/journalLock';

function journal(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latch-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'session.jsonl');
}

test('one at a time, until it is given back', () => {
  const path = journal();
  const release = lockJournal(path);
  expect(release).toBeDefined();
  expect(lockJournal(path)).toBeUndefined();
  release?.();
  expect(existsSync(`${path}.lock`)).toBe(false);
  expect(lockJournal(path)).toBeDefined();
});

test.each([
  ['names nobody', () => 'nonsense'],
  ['names a process that has ended', () => '2147483646 7'],
])('a lock that %s counts for nothing', (_, text) => {
  const path = journal();
  writeFileSync(`${path}.lock`, text());
  expect(lockJournal(path)).toBeDefined();
});

test.runIf(existsSync('/proc/self/stat'))('nor does one whose number was given to another process', () => {
  const path = journal();
  lockJournal(path);
  const [pid, began] = readFileSync(`${path}.lock`, 'utf8').split(' ');
  writeFileSync(`${path}.lock`, `${pid} ${Number(began) - 1}`);
  expect(lockJournal(path)).toBeDefined();
});
