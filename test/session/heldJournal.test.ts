import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JournalRecord } from '../../src/core/journal/journal';
import type { SessionJournal } from '../../src/core/journal/restored';
import type { Seal, Sealing } from '../../src/core/journal/seal';
import { holdJournal, holdPast } from '../../src/session/heldJournal';
import { JournalFolder } from '../../src/stores/journalFolder';
import { readJournal } from '../stores/support/readJournal';

const quiet = (): void => {};

function made(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latch-held-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a journal that cannot be opened leaves its session free: this window opens it when the cause is gone', async () => {
  const folder = made();
  const options = { journals: new JournalFolder(folder), log: { info: quiet, warn: quiet, error: quiet } };
  const path = options.journals.fileOf('s');
  mkdirSync(path);
  await expect(holdJournal(options, 's')).rejects.toThrow('It is no regular file.');
  rmSync(path, { recursive: true });
  const held = await holdJournal(options, 's');
  expect(held.ok).toBe(true);
  if (held.ok) await held.journal.close();
});

describe('a journal whose lease is gone', () => {
  const message = (id: string): JournalRecord => ({ type: 'user_message', id, text: id });
  const options = (folder: string) => ({
    journals: new JournalFolder(join(folder, 'journal')),
    log: { info: quiet, warn: quiet, error: quiet },
  });

  async function written(folder: string): Promise<{ readonly path: string; readonly journal: SessionJournal }> {
    const held = await holdJournal(options(folder), 's');
    if (!held.ok) throw new Error('It is held.');
    await held.journal.append([message('1'), message('2')]);
    return { path: held.journal.path, journal: held.journal };
  }

  const ids = async (path: string): Promise<readonly string[]> => {
    const { lines, broken } = await readJournal(path);
    expect(broken).toBeUndefined();
    return lines.flatMap(({ record }) => (record.type === 'user_message' ? record.id : []));
  };

  async function expectFree(folder: string): Promise<void> {
    const next = await holdJournal(options(folder), 's');
    expect(next.ok).toBe(true);
    if (next.ok) await next.journal.close();
  }

  const removals: Readonly<Record<string, (folder: string) => string>> = {
    'with the whole folder': folder => join(folder, 'journal'),
    'with all leases': folder => join(folder, 'journal', 'leases'),
    'by itself': folder => join(folder, 'journal', 'leases', 's'),
  };

  test.each(Object.entries(removals))(
    '%s goes on with all that was in it, and still has one holder',
    async (_, what) => {
      const folder = made();
      const { path, journal } = await written(folder);
      rmSync(what(folder), { recursive: true });
      await journal.append([message('3')]);
      expect(await ids(path)).toEqual(['1', '2', '3']);
      expect((await holdJournal(options(folder), 's')).ok).toBe(false);
      await journal.close();
      journal.note(message('late'));
      await expect(journal.append([])).rejects.toThrow('The journal is closed.');
      await expectFree(folder);
    },
  );

  test('is not written where another window has it by now, or wrote to it', async () => {
    const folder = made();
    const { path, journal } = await written(folder);
    rmSync(join(folder, 'journal', 'leases'), { recursive: true });
    const other = await holdJournal(options(folder), 's');
    if (!other.ok) throw new Error('It is held.');
    await expect(journal.append([message('3')])).rejects.toThrow('Another window has taken over this session');
    await other.journal.append([message('theirs')]);
    await other.journal.close();
    await expect(journal.append([message('4')])).rejects.toThrow('was removed or replaced while it was in use');
    expect(await ids(path)).toEqual(['1', '2', 'theirs']);
    await expectFree(folder);
  });

  test('is written again when the folder is back that was moved away, and nobody is said to have it', async () => {
    const folder = made();
    const { path, journal } = await written(folder);
    renameSync(join(folder, 'journal'), join(folder, 'away'));
    await expect(journal.append([message('3')])).rejects.toThrow('was removed or replaced while it was in use');
    rmSync(join(folder, 'journal'), { recursive: true });
    renameSync(join(folder, 'away'), join(folder, 'journal'));
    await journal.append([message('4')]);
    await journal.close();
    expect(await ids(path)).toEqual(['1', '2', '3', '4']);
  });
});

test.each(['input', 'tool', 'by'])(
  'a session of which one line was changed, and lacks its %s, is there with the rest',
  async field => {
    const options = { journals: new JournalFolder(made()), log: { info: quiet, warn: quiet, error: quiet } };
    const proposed = (toolCallId: string): JournalRecord => ({
      type: 'proposed',
      toolCallId,
      batchId: 'm',
      tool: 'Bash',
      kind: 'bash',
      input: { value: {}, sha256: '' },
    });
    const held = await holdJournal(options, 's');
    if (!held.ok) throw new Error('It is held.');
    const { journal } = held;
    await journal.append([
      { type: 'session_started', sessionId: 's', cliSessionId: 's', cwd: '/work', title: 'Named' },
      proposed('a'),
      { type: 'interaction_response', toolCallId: 'a', number: 1, choice: 'deny', by: { kind: 'person' } },
      proposed('b'),
    ]);
    await journal.close();
    writeFileSync(journal.path, readFileSync(journal.path, 'utf8').replace(`"${field}":`, '"gone":'));
    const past = await holdPast(options, 's');
    expect(past.ok && past.past?.cards.map(({ toolCallId }) => toolCallId)).toContain('b');
    if (past.ok) await past.journal.close();
  },
);

test.each<[string, (line: string) => string]>([
  ['is cut', line => line.slice(0, 40)],
  ['is overwritten', line => '\0'.repeat(line.length)],
  ['is gone', () => ''],
  ['is of another kind', line => line.replace('session_started', 'session_startet')],
])('a session of which the first line %s is listed and opened by what is known of it', async (_, damage) => {
  const options = { journals: new JournalFolder(made()), log: { info: quiet, warn: quiet, error: quiet } };
  const held = await holdJournal(options, 's');
  if (!held.ok) throw new Error('It is held.');
  const { journal } = held;
  await journal.append([
    { type: 'session_started', sessionId: 's', cliSessionId: 'c', cwd: '/work', title: '' },
    { type: 'user_message', id: 'u1', text: 'Begin' },
    { type: 'user_message', id: 'u2', text: 'Go on' },
  ]);
  await journal.close();
  const [first = '', ...rest] = readFileSync(journal.path, 'utf8').split('\n');
  writeFileSync(journal.path, [damage(first), ...rest].join('\n'));

  const known = { sessionId: 's', cliSessionId: 'c', cwd: '/work', title: 'Begin' };
  for (const journals of [options.journals, new JournalFolder(options.journals.path)]) {
    expect(await journals.sessionsIn('/work')).toMatchObject([known]);
    const past = await holdPast({ ...options, journals }, 's');
    expect(past.ok && past.past).toMatchObject({ ...known, turns: 2 });
    expect(past.ok && past.past?.transcript).toMatchObject([
      { text: 'Begin' },
      { text: 'Go on' },
      { kind: 'notice', text: { text: expect.stringContaining('The record of this session is damaged') } },
    ]);
    if (past.ok) await past.journal.close();
  }
});

test('a session whose record was cut since it was written says so', async () => {
  let end: Seal | undefined;
  const journals = new JournalFolder(made());
  const sealing = (): Sealing => ({
    ...(end ? { end } : {}),
    tag: () => undefined,
    written: seal => {
      end = seal;
    },
  });
  const options = { journals, sealing, log: { info: quiet, warn: quiet, error: quiet } };
  const held = await holdJournal(options, 's');
  if (!held.ok) throw new Error('It is held.');
  await held.journal.append([
    { type: 'session_started', sessionId: 's', cliSessionId: 'c', cwd: '/work', title: '' },
    { type: 'user_message', id: 'u1', text: 'Begin' },
    { type: 'user_message', id: 'u2', text: 'Go on' },
  ]);
  await held.journal.close();
  const opened = async (): Promise<readonly unknown[]> => {
    const past = await holdPast(options, 's');
    if (!past.ok) throw new Error('It is held.');
    await past.journal.close();
    return past.past?.transcript.map(item => ('text' in item ? item.text : item.kind)) ?? [];
  };
  expect(await opened()).toEqual(['Begin', 'Go on']);
  const lines = readFileSync(held.journal.path, 'utf8').split('\n');
  writeFileSync(held.journal.path, `${lines.slice(0, -2).join('\n')}\n`);
  expect(await opened()).toMatchObject([
    'Begin',
    { text: expect.stringContaining('Lines at its end are missing or were exchanged: it had 3.') },
  ]);
});
