// What a run without an editor does with what it decided, where the record of the team takes it and where it does not.
import { expect, test } from 'vitest';
import { Recording as OfRun } from '../../src/cli/recording';
import { RecordSender } from '../../src/stores/recordSender';
import { decided, Recording } from '../fakes/recording';
import { MemoryRecord } from '../fakes/teamRecord';

test('a run waits until all was sent, but not without end, and the next one sends what is left', async () => {
  const record = new MemoryRecord();
  const it = new Recording(record);
  const note = (text: string): void => void it.log.push(text);
  const { journals } = it;
  const run = async (call: string): Promise<void> => {
    const running = new OfRun({
      journals,
      detail: 'hashes',
      log: { info() {}, warn: note, error: note },
      store: { recorder: options => new RecordSender({ ...options, record, place: 'db/latch' }) },
    });
    const journal = await it.open('session');
    await journal.append(decided(call));
    await journal.close();
    running.written('session');
    await running.end();
  };

  record.before = () => Promise.reject(new Error('it is away'));
  await run('toolu_1');
  expect([record.lines.length, it.log]).toEqual([
    0,
    [
      'The record of the team at db/latch waits: it is away',
      '3 lines were not sent. The next run with --record and the same --journal sends them.',
    ],
  ]);
  record.before = () => Promise.resolve();
  await run('toolu_2');
  expect([record.lines.length, it.log.length]).toEqual([5, 2]);
});
