// What an earlier version wrote is restored, verified and continued.
import { quoted } from '../../src/core/texts/sentence';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import { History } from '../../src/core/journal/history';
import { restoredSession } from '../../src/core/journal/restored';
import { JournalFile } from '../../src/stores/journalFile';
import { readJournal } from './support/readJournal';
import { historyOf } from '../core/support/history';

const recorded = fileURLToPath(new URL('../fixtures/journals/v1.jsonl', import.meta.url));

test('a journal of the first version is whole, and shows its session', async () => {
  const { lines, broken } = await readJournal(recorded);
  expect(broken).toBeUndefined();
  expect(new Set(lines.map(line => line.v))).toEqual(new Set([1]));
  const session = restoredSession(historyOf(lines));
  expect(session).toMatchObject({ title: 'Looked after', turns: 2, cwd: '/tmp/project' });
  expect(session?.cards.map(({ toolCallId, state }) => `${toolCallId} ${state}`)).toEqual([
    'allowed done',
    'denied denied',
    'ruled done',
    'edited failed',
    'question done',
    'taken cancelled',
    'open lost',
  ]);
  const card = (id: string) => session?.cards.find(it => it.toolCallId === id);
  expect(card('ruled')?.outcome).toMatchObject({ by: 'rule', detail: 'Bash(git status)' });
  // It did not say why, but what a question asks is in its input.
  expect(card('allowed')).toMatchObject({ risk: 'medium', riskSentence: '', because: [] });
  expect(card('question')?.interaction).toMatchObject({ interactions: [{ title: 'Which colour?' }] });
  expect(session?.transcript.map(item => item.kind)).toEqual([
    'user',
    'text',
    'call',
    'call',
    'call',
    'call',
    'call',
    'call',
    'notice',
    'user',
    'call',
  ]);
});

test('a session that goes on has lines of both versions in one chain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-old-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'old.jsonl');
  copyFileSync(recorded, path);
  const history = new History();
  const { journal, broken } = await JournalFile.open(path, line => history.apply(line));
  expect(broken).toBeUndefined();
  expect(history.calls).toHaveLength(7);
  await journal.append([{ type: 'notice', level: 'info', text: quoted('Goes on.') }]);
  await journal.close();
  const after = await readJournal(path);
  expect(after.broken).toBeUndefined();
  expect(after.lines.map(line => line.v).slice(-2)).toEqual([1, 2]);
  expect(restoredSession(historyOf(after.lines))?.transcript.at(-1)).toMatchObject({ text: 'Goes on.' });
});
