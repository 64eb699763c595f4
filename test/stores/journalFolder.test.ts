import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { encodeLine, type JournalRecord, noHash } from '../../src/core/journal/journal';
import { JournalFile } from '../../src/stores/journalFile';
import { JournalFolder } from '../../src/stores/journalFolder';
import { claimLease } from '../../src/stores/lease';
import { JournalIndex } from '../../src/stores/journalIndex';
import { readJournal } from './support/readJournal';
import { sha256 } from '../../src/stores/sha256';
import { soon } from '../support/soon';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-journals-'));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

const started = (title = '', sessionId = 's'): JournalRecord => ({
  type: 'session_started',
  sessionId,
  cliSessionId: sessionId,
  cwd: '/work',
  title,
});
const said = (text: string): JournalRecord => ({ type: 'user_message', id: text, text });
const proposed = (toolCallId: string): JournalRecord => ({
  type: 'proposed',
  toolCallId,
  batchId: 'm',
  tool: 'Bash',
  kind: 'bash',
  input: { value: { command: toolCallId }, sha256: '' },
});

function textOf(...records: readonly JournalRecord[]): string {
  let prev = noHash;
  const lines = records.map((record, place) => {
    const line = encodeLine(record, place + 1, `t${place}`, prev, sha256);
    prev = line.hash;
    return line.text;
  });
  return lines.join('');
}

const fileOf = (name: string): string => join(folder, `${name}.jsonl`);

function write(name: string, ...records: readonly JournalRecord[]): void {
  writeFileSync(fileOf(name), textOf(...records));
}

/** Puts another text of the same length in a file, which then looks as it did: only who reads it again sees that. */
function changeUnseen(name: string, from: string, to: string): void {
  const { atime, mtime } = statSync(fileOf(name));
  writeFileSync(fileOf(name), readFileSync(fileOf(name), 'utf8').replaceAll(from, to));
  utimesSync(fileOf(name), atime, mtime);
}

/** With a time of whole seconds, which can be set again exactly. */
function settle(name: string, seconds = 1_790_000_000): void {
  utimesSync(fileOf(name), seconds, seconds);
}

function kept(name: string): string {
  return readFileSync(join(folder, `${name}.summary.json`), 'utf8');
}

async function titles(index = new JournalIndex(folder)): Promise<readonly string[]> {
  return (await index.list()).map(entry => entry.title);
}

describe('the list of sessions', () => {
  test('has the last changed first, each by its name or its first words', async () => {
    write('old', started('Named'), said('Words'));
    write('new', started(), said('Words'));
    writeFileSync(fileOf('none'), 'no journal\n');
    settle('old', 1_790_000_000);
    settle('new', 1_790_000_100);
    expect(await titles()).toEqual(['Words', 'Named']);
  });

  test('finds a first message of any length', async () => {
    write('long', started(), { type: 'agent_started', path: '', model: '' }, said('Long '.repeat(200_000)));
    expect(await titles()).toEqual(['Long '.repeat(16)]);
  });

  test('knows in which conversation a fork goes on, which is told only after its name', async () => {
    const origin = { ...started('Fork of it', 'f'), cliSessionId: 'origin', fork: {} } as const;
    write('f', origin, said('More'), { type: 'agent_session', cliSessionId: 'own', version: '' });
    expect(await new JournalIndex(folder).list()).toMatchObject([{ title: 'Fork of it', cliSessionId: 'own' }]);
  });

  test('knows a journal by its first part, and counts all of it', async () => {
    write('s', started(), said('First'));
    renameSync(fileOf('s'), join(folder, 's.part1.jsonl'));
    write('s', said('Later'));
    const [entry] = await new JournalIndex(folder).list();
    const bytes = statSync(fileOf('s')).size + statSync(join(folder, 's.part1.jsonl')).size;
    expect(entry).toMatchObject({ title: 'First', size: bytes, path: fileOf('s') });
    expect(entry?.parts).toHaveLength(2);
  });

  test('knows a journal whose next part was never begun, and goes on with it', async () => {
    write('s', started(), said('First'));
    renameSync(fileOf('s'), join(folder, 's.part1.jsonl'));
    const [entry] = await new JournalIndex(folder).list();
    expect(entry).toMatchObject({ title: 'First', path: fileOf('s') });
    const { journal, lines, broken } = await JournalFile.open(fileOf('s'));
    await journal.append([said('More')]);
    await journal.close();
    expect([lines, broken]).toEqual([2, undefined]);
    expect((await readJournal(fileOf('s'))).broken).toBeUndefined();
  });

  test('reads no journal again that has not changed, also not in the next window', async () => {
    write('a', started(), said('One'));
    settle('a');
    const index = new JournalIndex(folder);
    expect(await titles(index)).toEqual(['One']);
    changeUnseen('a', 'One', 'Two');
    expect(await titles(index)).toEqual(['One']);
    expect(await titles()).toEqual(['One']);
    settle('a', 1_790_000_001);
    expect(await titles(index)).toEqual(['Two']);
    expect(await titles()).toEqual(['Two']);
  });

  test('reads only the summaries of journals that did not change since', async () => {
    for (const name of ['a', 'b']) {
      write(name, started(), said(`Of ${name}`));
      settle(name);
    }
    await titles();
    for (const name of ['a', 'b']) changeUnseen(name, `Of ${name}`, 'Gone');
    writeFileSync(join(folder, 'a.summary.json'), kept('a').replace('Of a', 'As kept'));
    expect(await titles()).toEqual(expect.arrayContaining(['As kept', 'Of b']));
  });

  test('reads of a journal that grew only what is new, and knows when it was named', async () => {
    write('s', started(), said('First'));
    const index = new JournalIndex(folder);
    expect(await titles(index)).toEqual(['First']);
    const { journal } = await JournalFile.open(fileOf('s'));
    await journal.append([{ type: 'renamed', title: 'Named' }]);
    expect(await titles(index)).toEqual(['Named']);
    expect(await titles()).toEqual(['Named']);
    await journal.close();
    expect(kept('s')).toContain('"title":"Named"');
    expect(await titles()).toEqual(['Named']);
  });

  test.each([
    ['is no JSON', '{"version":1,'],
    ['is of another version', '{"version":7}'],
    ['says something else', '{"version":1,"stamps":"","place":{"part":0,"byte":9},"summary":{"lines":2},"marks":[]}'],
    ['has a mark that is none', '{"version":1,"stamps":"","place":{"part":0,"byte":0},"summary":{},"marks":[7]}'],
  ])('is made anew where what was kept %s', async (_, text) => {
    write('a', started(), said('One'));
    writeFileSync(join(folder, 'a.summary.json'), text);
    expect(await titles()).toEqual(['One']);
    expect(kept('a')).toContain('"title":"One"');
  });

  test('is made anew where a summary tells of another journal', async () => {
    write('a', started(), said('One'));
    await titles();
    write('a', started(), said('Two'), said('Three'));
    expect(await titles()).toEqual(['Two']);
  });

  test('shows a journal of a newer version, and says that it is one', async () => {
    write('a', started(), said('One'));
    const newer = (record: object, seq: number): string =>
      `${JSON.stringify({ v: 9, seq, at: 't', prev: '', record, hash: '' })}\n`;
    writeFileSync(
      fileOf('b'),
      newer(started(), 1) +
        newer({ type: 'user_message', text: { parts: ['New'] } }, 2) +
        newer({ type: 'renamed', title: 'From later' }, 3),
    );
    const entries = await new JournalIndex(folder).list();
    expect(new Map(entries.map(entry => [entry.title, entry.newer]))).toEqual(
      new Map([
        ['From later', true],
        ['One', false],
      ]),
    );
  });

  test('forgets a journal that is gone', async () => {
    write('a', started(), said('One'));
    write('b', started(), said('Two'));
    const index = new JournalIndex(folder);
    await titles(index);
    rmSync(fileOf('a'));
    expect(await titles(index)).toEqual(['Two']);
    expect(readdirSync(folder).toSorted()).toEqual(['b.jsonl', 'b.summary.json']);
  });

  test('knows a copy of a journal by its own name, by which it is removed', async () => {
    for (const name of ['s', 'copy']) write(name, started('Named'));
    const journals = new JournalFolder(folder);
    expect((await journals.list()).map(({ sessionId }) => sessionId).toSorted()).toEqual(['copy', 's']);
    expect(await journals.remove('s')).toBe(true);
    expect((await journals.list()).map(({ sessionId }) => sessionId)).toEqual(['copy']);
  });

  test('has a journal whose first message was changed, and lacks its text', async () => {
    write('s', started(), said('First'), said('Second'));
    writeFileSync(fileOf('s'), readFileSync(fileOf('s'), 'utf8').replace('"text":"First"', '"tezt":"First"'));
    expect(await titles()).toEqual(['Second']);
  });

  test('stands where something that is no summary has the name of one, and cannot be removed', async () => {
    write('s', started('Named'));
    mkdirSync(join(folder, 'gone.summary.json'));
    expect(await titles()).toEqual(['Named']);
  });

  test('is empty where there is no folder', async () => {
    expect(await titles(new JournalIndex(join(folder, 'none')))).toEqual([]);
  });
});

describe('the calls of a session', () => {
  async function calls(journals: JournalFolder): Promise<readonly string[]> {
    const [entry] = await journals.list();
    return entry ? (await journals.calls(entry)).calls.map(call => call.toolCallId) : [];
  }

  test('are read once, and from where reading stopped when there are more', async () => {
    write('s', started('Named'), proposed('a1'), proposed('a2'));
    settle('s');
    const journals = new JournalFolder(folder);
    expect(await calls(journals)).toEqual(['a1', 'a2']);
    changeUnseen('s', 'a1', 'b1');
    expect(await calls(journals)).toEqual(['a1', 'a2']);
    const grown = `${readFileSync(fileOf('s'), 'utf8')}${textOf(proposed('a3'))}`;
    writeFileSync(fileOf('s'), grown);
    expect(await calls(journals)).toEqual(['a1', 'a2', 'a3']);
    expect(await calls(new JournalFolder(folder))).toEqual(['b1', 'a2', 'a3']);
  });

  test('go on in the next part', async () => {
    write('s', started('Named'), proposed('a1'));
    const journals = new JournalFolder(folder);
    expect(await calls(journals)).toEqual(['a1']);
    writeFileSync(fileOf('s'), `${readFileSync(fileOf('s'), 'utf8')}${textOf(proposed('a2'))}`);
    renameSync(fileOf('s'), join(folder, 's.part1.jsonl'));
    write('s', proposed('a3'));
    expect(await calls(journals)).toEqual(['a1', 'a2', 'a3']);
  });

  test('wait for the end of a line that is being written', async () => {
    const whole = textOf(started('Named'), proposed('a1'), proposed('a2'));
    writeFileSync(fileOf('s'), whole.slice(0, -9));
    const journals = new JournalFolder(folder);
    expect(await calls(journals)).toEqual(['a1']);
    writeFileSync(fileOf('s'), whole);
    expect(await calls(journals)).toEqual(['a1', 'a2']);
  });

  test('are read anew of a journal that became another one', async () => {
    write('s', started('Named'), proposed('a1'), proposed('a2'));
    settle('s');
    const journals = new JournalFolder(folder);
    await calls(journals);
    write('s', started('Named'), proposed('b1'));
    expect(await calls(journals)).toEqual(['b1']);
  });

  test('are kept of the sessions that were asked for last, as long as these have not too many', async () => {
    for (const name of ['one', 'two', 'three'])
      write(name, started('Named', name), ...Array.from({ length: 8000 }, (_, at) => proposed(`${name}${at}`)));
    const journals = new JournalFolder(folder);
    const historyOf = async (name: string) => {
      const entry = (await journals.list()).find(it => it.sessionId === name);
      return entry && journals.calls(entry);
    };
    const [one, two, three] = [await historyOf('one'), await historyOf('two'), await historyOf('three')];
    expect([await historyOf('three'), await historyOf('two')].map((it, at) => it === [three, two][at])).toEqual([
      true,
      true,
    ]);
    const again = await historyOf('one');
    expect([again === one, again?.size]).toEqual([false, 8000]);
  });

  test('are the same for all who ask at once', async () => {
    write('s', started('Named'), proposed('a1'));
    const journals = new JournalFolder(folder);
    expect(await Promise.all([calls(journals), calls(journals)])).toEqual([['a1'], ['a1']]);
  });
});

describe('what is not kept any longer', () => {
  const day = 86_400_000;
  const now = 1_790_000_000_000;

  test('is removed with all its parts, unless a window has it open', async () => {
    for (const name of ['old', 'used', 'young']) write(name, started(name, name));
    renameSync(fileOf('old'), join(folder, 'old.part1.jsonl'));
    write('old', said('More'));
    settle('old', (now - 9 * day) / 1000);
    settle('used', (now - 9 * day) / 1000);
    settle('young', (now - day) / 1000);
    const journals = new JournalFolder(folder);
    mkdirSync(join(folder, 'leases'));
    writeFileSync(join(folder, 'leases', 'old.state'), 'running');
    const used = await claimLease(journals.leaseOf(fileOf('used')));
    const left = await journals.prune({ days: 5, megabytes: 0 }, now);
    expect(used.ok && used.lease.held()).toBe(true);
    await soon(() => expect(readdirSync(join(folder, 'leases'))).toEqual(['used']));
    expect(left.map(entry => entry.title)).toEqual(['young', 'used']);
    expect(readdirSync(folder).filter(name => !name.endsWith('s'))).toEqual([
      'used.jsonl',
      'used.summary.json',
      'young.jsonl',
      'young.summary.json',
    ]);
  });

  test('stays where it cannot be removed, and keeps nothing else from going', async () => {
    for (const name of ['stuck', 'old', 'young']) write(name, started(name, name));
    settle('stuck', (now - 9 * day) / 1000);
    settle('old', (now - 8 * day) / 1000);
    settle('young', now / 1000);
    mkdirSync(join(folder, 'leases'));
    writeFileSync(join(folder, 'leases', 'stuck'), 'no lease');
    mkdirSync(join(folder, 'old.summary.json'));
    const left = await new JournalFolder(folder).prune({ days: 5, megabytes: 0 }, now);
    expect(left.map(entry => entry.title)).toEqual(['young', 'stuck']);
    expect(readdirSync(folder).filter(name => name.startsWith('old'))).toEqual([]);
  });

  test('is the oldest where all together are too much, whose parts count too', async () => {
    for (const name of ['one', 'two']) write(name, started(name, name));
    renameSync(fileOf('two'), join(folder, 'two.part1.jsonl'));
    write('two', said('x'.repeat(1024 * 1024)));
    settle('one', now / 1000 - 10);
    settle('two', now / 1000);
    await claimLease(new JournalFolder(folder).leaseOf(fileOf('two')));
    const left = await new JournalFolder(folder).prune({ days: 0, megabytes: 1 }, now);
    expect(left.map(entry => entry.title)).toEqual(['two']);
  });
});
