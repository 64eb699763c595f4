// What of a record is kept apart from it, as long as there may be a record.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdJournal } from '../../src/session/heldJournal';
import { JournalFolder } from '../../src/stores/journalFolder';
import { Seals } from '../../src/vscode/seals';

const quiet = (): void => {};
const log = { info: quiet, warn: quiet, error: quiet };
const day = 86_400_000;

function sealsIn(state: Map<string, unknown>): Seals {
  return new Seals(
    {
      get: key => state.get(key),
      update: async (key, value) => {
        state.set(key, value);
      },
    },
    { get: async () => 'secret', store: async () => {} },
    log,
  );
}

/** As a window begins on this folder, so many days later. */
async function begins(folder: string, seals: Seals, days: number): Promise<void> {
  const journals = new JournalFolder(folder, id => void seals.forget(id));
  await journals.prune({ days: 5, megabytes: 0 }, Date.now() + days * day);
}

test('the end of a record is kept while its folder is away, and forgotten when the record is removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-seals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [here, away] = [join(folder, 'journal'), join(folder, 'away')];
  const state = new Map<string, unknown>();
  const seals = sealsIn(state);
  const held = await holdJournal({ journals: new JournalFolder(here), log, sealing: id => seals.of(id) }, 's');
  if (!held.ok) throw new Error('It is held.');
  await held.journal.append([
    { type: 'session_started', sessionId: 's', cliSessionId: 's', cwd: '/work', title: 'Named' },
  ]);
  await held.journal.close();
  await seals.save();
  renameSync(here, away);
  mkdirSync(here);
  // Another window, which knows only what was kept.
  const later = sealsIn(state);
  await begins(here, later, 0);
  rmSync(here, { recursive: true });
  renameSync(away, here);
  expect((await later.proofOf('s')).seal?.lines).toBeGreaterThan(0);
  await begins(here, later, 6);
  expect((await later.proofOf('s')).seal).toBeUndefined();
});
