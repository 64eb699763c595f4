import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { verdictOf, verifiedWords } from '../../core/journal/verified';
import type { OpenSession } from '../../session/openSession';
import { exportRecord, verifyRecord } from '../../stores/exportJournal';
import type { JournalEntry } from '../../stores/journalIndex';
import { unlessCalledOff } from '../../stores/waiting';
import { sentence } from '../sentences';
import type { LatchWindow } from '../window/window';
import { titleOf } from '../words';
import { waitFor } from '../waiting';

/** A session of this window, or what is kept of an earlier one. */
export type Recorded = OpenSession | JournalEntry;

/** Saves the record of a session: the journal as it is, or a report that a person can read. */
export async function exportSession({ seals }: LatchWindow, recorded: Recorded): Promise<void> {
  const { title, path } = await recordOf(recorded);
  const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40) || 'session';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Session'),
    filters: { Markdown: ['md'], 'JSON Lines': ['jsonl'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}.md`) } : {}),
  });
  if (!target) return;
  const proof = await seals.proofOf(idOf(path));
  const form = target.path.endsWith('.jsonl') ? 'lines' : 'document';
  const isDone = await unlessCalledOff(
    waitFor(vscode.l10n.t('Exporting the session'), waiting =>
      writtenTo(target, file => exportRecord(path, file, form, proof, waiting)),
    ),
  );
  if (isDone === undefined) return;
  const show = vscode.l10n.t('Open');
  if ((await vscode.window.showInformationMessage(vscode.l10n.t('The session was exported.'), show)) === show)
    await vscode.commands.executeCommand('vscode.open', target);
}

/** Says what of the record of a session can be proven, and what not. */
export async function verifyJournal({ seals }: LatchWindow, recorded: Recorded): Promise<void> {
  const { path } = await recordOf(recorded);
  const proof = await seals.proofOf(idOf(path));
  const verified = await unlessCalledOff(
    waitFor(vscode.l10n.t('Verifying the record'), waiting => verifyRecord(path, proof, waiting)),
  );
  if (!verified) return;
  const detail = verifiedWords(verified).map(sentence).join('\n\n');
  switch (verdictOf(verified)) {
    case 'whole':
      await vscode.window.showInformationMessage(vscode.l10n.t('The record is whole.'), { modal: true, detail });
      return;
    case 'unproven':
      await vscode.window.showWarningMessage(
        vscode.l10n.t('No change of the record was found, but not every one would be.'),
        { modal: true, detail },
      );
      return;
    case 'changed':
      await vscode.window.showErrorMessage(vscode.l10n.t('The record was changed.'), { modal: true, detail });
  }
}

/** Of a session that goes on, once everything so far is written. */
async function recordOf(recorded: Recorded): Promise<{ readonly title: string; readonly path: string }> {
  return 'savedJournal' in recorded ? { title: titleOf(recorded), path: await recorded.savedJournal() } : recorded;
}

/** What is in the record may be another's; its place is that of its session. */
function idOf(path: string): string {
  return basename(path, '.jsonl');
}

/** A file of this machine is written where it is to be; for any other place one of ours is copied there. */
async function writtenTo(target: vscode.Uri, write: (file: string) => Promise<void>): Promise<true> {
  if (target.scheme === 'file') {
    await write(target.fsPath);
    return true;
  }
  const ours = join(tmpdir(), `latch-export-${process.pid}-${basename(target.path)}`);
  try {
    await write(ours);
    await vscode.workspace.fs.copy(vscode.Uri.file(ours), target, { overwrite: true });
  } finally {
    await rm(ours, { force: true });
  }
  return true;
}
