// What a person is told of the record of a session, and what they see of a long work on it.
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportTo } from './harness/exporting';
import { Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('the record of a session', () => {
  let workbench: OpenedWorkbench;
  let journal: string;
  const person = new Person(() => workbench);
  const dialog = (): Locator => workbench.page.locator('.monaco-dialog-box');

  beforeAll(async () => {
    workbench = await openWorkbench({ scenario: { turns: [[{ text: 'One.' }, { text: 'Two.' }]] } });
    await person.send('Say two things');
    await person.reads('Two.');
    const folder = join(dirname(workbench.workspace), 'workbench', 'User', 'globalStorage', 'latch.latch', 'journal');
    journal = join(folder, readdirSync(folder).find(name => name.endsWith('.jsonl')) ?? '');
  });
  afterAll(() => workbench.close());

  async function verified(...said: readonly (string | RegExp)[]): Promise<void> {
    await person.run('Latch: Verify Record');
    for (const text of said) await dialog().getByText(text).waitFor();
    await workbench.screenshot(`record-${String(said[0]).replaceAll(/\W+/g, '-')}`);
    await dialog().getByRole('button', { name: 'OK' }).click();
    await dialog().waitFor({ state: 'hidden' });
  }

  test('as it was written is whole', async () => {
    await verified('The record is whole.', /Its end is the one that this machine saw written/);
  });

  test('that was cut is told from a whole one, and how much is missing', async () => {
    const kept = `${journal}.kept`;
    copyFileSync(journal, kept);
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
    writeFileSync(journal, `${lines.slice(0, 3).join('\n')}\n`);
    await verified('The record was changed.', /Lines were cut off: this machine saw \d+ written, and 3 are there/);
    copyFileSync(kept, journal);
    rmSync(kept);
    await verified('The record is whole.');
  });

  test('is exported in sight, and not when that is called off', async () => {
    const part = journal.replace(/\.jsonl$/, '.part1.jsonl');
    fill(part, 400);
    const target = join(workbench.workspace, 'long.jsonl');
    await exportTo(workbench, target);
    const notification = workbench.page.locator('.notification-toast', { hasText: 'Exporting the session' });
    await notification.waitFor();
    await workbench.screenshot('record-exporting');
    await notification.getByRole('button', { name: 'Cancel' }).click();
    await notification.waitFor({ state: 'detached' });
    await expect.poll(() => existsSync(`${target}.part`)).toBe(false);
    expect(existsSync(target)).toBe(false);
    rmSync(part);
    await exportTo(workbench, target);
    await workbench.page.getByText('The session was exported.').first().waitFor();
    expect(readFileSync(target, 'utf8')).toBe(readFileSync(journal, 'utf8'));
  });
});

/** So many megabytes of lines that take a while to read. */
function fill(path: string, megabytes: number): void {
  const line = `{"v":2,"numbers":[${'1,'.repeat(500)}1]}\n`;
  const megabyte = line.repeat(Math.ceil((1 << 20) / line.length));
  const file = openSync(path, 'w');
  for (let written = 0; written < megabytes; written += 1) writeSync(file, megabyte);
  closeSync(file);
}
