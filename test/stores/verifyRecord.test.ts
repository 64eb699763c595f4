// What is said of a record, however it was changed: exactly what was found, and what could not be.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../src/core/journal/journal';
import { type Proof, verdictOf, verifiedWords } from '../../src/core/journal/verified';
import { quoted } from '../../src/core/texts/sentence';
import { readLoosely } from '../fakes/journalText';
import { forged, Machine } from '../fakes/sealedRecord';
import { exportRecord, verifyRecord } from '../../src/stores/exportJournal';
import type { Waiting } from '../../src/stores/waiting';
import { JournalFile } from '../../src/stores/journalFile';
import { sha256 } from '../../src/stores/sha256';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-verify-'));
  path = join(folder, 'session.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const waiting = (): Waiting => ({ onProgress: () => {}, signal: new AbortController().signal });
const message = (id: number): JournalRecord => ({ type: 'user_message', id: String(id), text: `Text ${id}` });

async function recorded(machine: Machine | undefined, many: number): Promise<void> {
  const { journal } = await JournalFile.open(path, undefined, machine ? { sealing: machine } : {});
  await journal.append([{ type: 'session_started', sessionId: 'session', cliSessionId: 'c', cwd: '/w', title: '' }]);
  for (let id = 0; id < many; id += 1) await journal.append([message(id)]);
  await journal.close();
}

const lines = (): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
const rewrite = (kept: readonly string[]): void => writeFileSync(path, `${kept.join('\n')}\n`);

async function verdict(proof: Proof): Promise<readonly string[]> {
  const verified = await verifyRecord(path, proof, waiting());
  return [verdictOf(verified), ...verifiedWords(verified).map(({ text }) => text)];
}

const lastHash = (): string => readLoosely(readFileSync(path, 'utf8')).at(-1)?.hash ?? '';

describe('a record', () => {
  test('as it was written is whole', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 18);
    expect(await verdict(machine.proof)).toEqual([
      'whole',
      'Each line is unchanged and in its place: 20 in all.',
      'Its end is the one that this machine saw written: nothing was cut off.',
      'Tags made with the key of this machine: 1, the last one in line 20.',
    ]);
  });

  test.each([1, 6, 19])('of which only %i lines were left is told from a whole one', async left => {
    const machine = new Machine('mine');
    await recorded(machine, 18);
    rewrite(lines().slice(0, left));
    expect(await verdict(machine.proof)).toEqual([
      'changed',
      `Each line is unchanged and in its place: ${left} in all.`,
      `Lines were cut off: this machine saw 20 written, and ${left} are there.`,
    ]);
  });

  test('that was removed is told from a whole one', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 3);
    rmSync(path);
    expect((await verdict(machine.proof))[0]).toBe('changed');
  });

  test('that was put back to an earlier state is told from a whole one', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 5);
    const earlier = readFileSync(path);
    await recorded(machine, 5);
    writeFileSync(path, earlier);
    expect(await verdict(machine.proof)).toContain('Lines were cut off: this machine saw 14 written, and 7 are there.');
  });

  test('that was written anew, with a chain of its own, is told from a whole one', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 18);
    rewrite(forged(lines(), text => text.replace('Text 7', 'Text 8')));
    expect(await verdict(machine.proof)).toEqual([
      'changed',
      'Each line is unchanged and in its place: 20 in all.',
      'Line 20 is not the one that this machine saw written: the record was replaced.',
      'The tag in line 20 was not made with the key of this machine: the record was written anew.',
    ]);
  });

  test('that was written anew is told by its tags alone', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 300);
    rewrite(forged(lines(), text => text.replace('Text 7', 'Text 8')));
    const { tag } = machine.proof;
    expect(await verdict(tag ? { tag } : {})).toEqual([
      'changed',
      'Each line is unchanged and in its place: 303 in all.',
      'This machine kept nothing of its end, so whether lines were cut off cannot be told.',
      'The tag in line 257 was not made with the key of this machine: the record was written anew.',
    ]);
  });

  test('that was cut and then goes on keeps its gap', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 5);
    rewrite(lines().slice(0, 3));
    await recorded(machine, 5);
    expect((await verdict(machine.proof)).slice(0, 2)).toEqual([
      'changed',
      'Line 4 does not follow the line before it: something was removed or moved.',
    ]);
  });

  test('that was exchanged and then goes on keeps its gap', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 5);
    rewrite(forged(lines(), text => text.replace('Text 2', 'Text 9')));
    await recorded(machine, 5);
    expect((await verdict(machine.proof))[0]).toBe('changed');
  });

  test('of which this machine knows nothing is not called whole', async () => {
    await recorded(undefined, 3);
    expect(await verdict({})).toEqual([
      'unproven',
      'Each line is unchanged and in its place: 4 in all.',
      'This machine kept nothing of its end, so whether lines were cut off cannot be told.',
      'No line was tagged with the key of this machine, so whether the whole record was written anew cannot be told.',
    ]);
  });

  test('that another machine went on with is held against what this one saw', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 3);
    await recorded(new Machine('theirs'), 3);
    expect(await verdict(machine.proof)).toEqual([
      'unproven',
      'Each line is unchanged and in its place: 10 in all.',
      'The first 5 lines are those that this machine saw written. Whether any are missing behind line 10 cannot be told.',
      'Tags made with the key of this machine: 1, the last one in line 5.',
      'Tags made with another key, which could not be checked: 1.',
    ]);
  });

  test('whose kept end was changed too is not called whole', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 5);
    rewrite(lines().slice(0, 3));
    machine.end = { lines: 3, head: lastHash(), tag: machine.end?.tag ?? '' };
    expect(await verdict(machine.proof)).toContain(
      'What this machine kept of its end was changed, so whether lines were cut off cannot be told.',
    );
    expect((await verdict(machine.proof))[0]).toBe('unproven');
  });

  test('is verified whatever of it was changed: no line can be', async () => {
    const machine = new Machine('mine');
    await recorded(machine, 4);
    const whole = lines();
    for (let at = 0; at < whole.length; at += 1) {
      rewrite(whole.map((text, place) => (place === at ? text.replace(/"at":"20/, '"at":"19') : text)));
      expect((await verdict(machine.proof))[0], `line ${at + 1}`).toBe('changed');
      rewrite(whole.filter((_, place) => place !== at));
      expect((await verdict(machine.proof))[0], `without line ${at + 1}`).toBe('changed');
    }
  });
});

describe('a record of a newer version', () => {
  function newer(): void {
    const body = JSON.stringify({
      v: 9,
      seq: lines().length + 1,
      at: '2030-01-01T00:00:00.000Z',
      prev: lastHash(),
      record: { type: 'something_else', with: { a: 1 } },
    });
    rewrite([...lines(), `${body.slice(0, -1)},"hash":"${sha256(body)}"}`]);
  }

  test('is not written to, and stays as it is', async () => {
    await recorded(undefined, 2);
    newer();
    const before = readFileSync(path, 'utf8');
    await expect(JournalFile.open(path)).rejects.toThrow(/newer version of Latch/);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('is verified as far as it can be, and exported', async () => {
    await recorded(undefined, 2);
    newer();
    expect(await verdict({})).toEqual([
      'unproven',
      'Each line is unchanged and in its place: 4 in all.',
      'This machine kept nothing of its end, so whether lines were cut off cannot be told.',
      'No line was tagged with the key of this machine, so whether the whole record was written anew cannot be told.',
      'Lines of a newer version of Latch, which are in their place but were not read: 1.',
    ]);
    await exportRecord(path, join(folder, 'out.md'), 'document', {}, waiting());
    expect(readFileSync(join(folder, 'out.md'), 'utf8')).toContain('A line of a newer version of Latch');
  });
});

describe('an export', () => {
  const call: readonly JournalRecord[] = [
    {
      type: 'proposed',
      toolCallId: 'call',
      batchId: 'm',
      tool: 'Bash',
      kind: 'bash',
      input: { value: { command: 'ls' }, sha256: 'x' },
    },
    { type: 'interaction_request', toolCallId: 'call', askId: 'ask', request: { value: {}, sha256: 'x' } },
    { type: 'execution_suspended', toolCallId: 'call', askId: 'ask' },
    { type: 'interaction_response', toolCallId: 'call', number: 1, choice: 'allow', by: { kind: 'person' } },
    { type: 'execution_resumed', toolCallId: 'call', askId: 'ask' },
  ];

  async function exported(name: string, form: 'lines' | 'document'): Promise<string> {
    await exportRecord(path, join(folder, name), form, {}, waiting());
    return readFileSync(join(folder, name), 'utf8');
  }

  test('has the four events of a call that was suspended, with its ids', async () => {
    const { journal } = await JournalFile.open(path);
    await journal.append(call);
    await journal.close();
    const events = readLoosely(await exported('out.jsonl', 'lines')).map(({ record }) =>
      [record.type, 'toolCallId' in record && record.toolCallId, 'askId' in record && record.askId]
        .filter(it => it !== false)
        .join(' '),
    );
    expect(events.slice(1)).toEqual([
      'interaction_request call ask',
      'execution_suspended call ask',
      'interaction_response call',
      'execution_resumed call ask',
    ]);
    const document = await exported('out.md', 'document');
    for (const said of [
      'Asked for `call`, as `ask`',
      '`call` waits',
      '**Allowed** `call` by a person',
      '`call` goes on',
    ])
      expect(document).toContain(said);
  });

  test('as lines is the record, byte for byte, and as a document it ends with what was verified', async () => {
    await recorded(undefined, 500);
    expect(await exported('out.jsonl', 'lines')).toBe(readFileSync(path, 'utf8'));
    const document = await exported('out.md', 'document');
    expect(document).toMatch(/^# Session `session`\n\n- Folder: `\/w`/);
    expect(document).toMatch(
      /## Record\n\n- Each line is unchanged and in its place: 501 in all\.\n- This machine kept/,
    );
  });

  test('that is called off leaves nothing, and what was there before', async () => {
    const { journal } = await JournalFile.open(path);
    await journal.append([{ type: 'notice', level: 'info', text: quoted('x'.repeat(900_000)) }]);
    await journal.close();
    const target = join(folder, 'out.jsonl');
    writeFileSync(target, 'before');
    const abort = new AbortController();
    let done = 0;
    const onProgress = (part: number): void => {
      done += part;
      if (done > 0.5) abort.abort();
    };
    const exporting = exportRecord(path, target, 'lines', {}, { onProgress, signal: abort.signal });
    await expect(exporting).rejects.toThrow();
    // It was not read to its end first.
    expect(done).toBeLessThan(0.95);
    expect(readFileSync(target, 'utf8')).toBe('before');
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
  });

  test('that cannot be written says so and leaves nothing', async () => {
    await recorded(undefined, 3);
    const target = join(folder, 'missing', 'out.md');
    await expect(exportRecord(path, target, 'document', {}, waiting())).rejects.toThrow(/ENOENT/);
    expect(existsSync(target)).toBe(false);
  });
});
