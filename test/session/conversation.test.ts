import { quoted } from '../../src/core/texts/sentence';
import { expect, test } from 'vitest';
import { restoredSession } from '../../src/core/journal/restored';
import type { JournalRecord } from '../../src/core/journal/journal';
import { historyOf, linesOf } from '../core/support/history';
import { Conversation } from '../../src/session/conversation';

const started: JournalRecord = { type: 'session_started', sessionId: 's', cliSessionId: 'c', cwd: '/w', title: '' };
const quiet = (): void => {};

function conversation(records: JournalRecord[]): Conversation {
  const past = restoredSession(historyOf(linesOf(...records)));
  return new Conversation({
    sessionId: 's',
    cwd: '/w',
    journal: {
      path: '',
      append: () => Promise.resolve(),
      note: record => `h${records.push(record) - 1}`,
      close: () => Promise.resolve(),
      soFar: () => undefined,
    },
    clock: { now: () => 0, after: () => quiet },
    log: { info: quiet, warn: quiet, error: quiet },
    listener: { onTranscript: quiet },
    ...(past ? { past } : {}),
  });
}

function textsOf({ shown }: Conversation): readonly string[] {
  return shown.items.map(item =>
    item.kind === 'call' || item.kind === 'todos' ? '' : typeof item.text === 'string' ? item.text : item.text.text,
  );
}

test('what is said after a session came back stands below what was said before, and replaces none of it', () => {
  const records = [started];
  const before = conversation(records);
  before.said({ id: 'u', text: 'Hello' });
  before.notice('warning', quoted('One'));
  before.divide(quoted('First'));
  const after = conversation(records);
  after.notice('warning', quoted('Two'));
  after.divide(quoted('Second'));
  expect(textsOf(after)).toEqual(['Hello', 'One', 'First', 'Two', 'Second']);
  const again = conversation(records);
  again.notice('info', quoted('Three'));
  expect(textsOf(again)).toEqual(['Hello', 'One', 'First', 'Two', 'Second', 'Three']);
});

test('of a message of several megabytes the beginning is kept, and that is said', () => {
  const records = [started];
  const made = conversation(records);
  made.read({ type: 'text', kind: 'text', id: 't', text: 'x'.repeat(3_000_000) });
  const [text = '', notice] = textsOf(made);
  expect(text.length).toBeLessThan(1_100_000);
  expect(notice).toBe('The last message has 3000000 characters. Only the first 1048576 of them are kept.');
  expect(textsOf(conversation(records))).toEqual([text, notice]);
});
