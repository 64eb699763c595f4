import * as vscode from 'vscode';
import { report } from '../../core/journal/report';
import { Session } from '../../session/session';
import type { JournalEntry } from '../../stores/journalIndex';
import { type ReadJournal, readJournal } from '../../stores/readJournal';
import { sentence } from '../sentences';
import { titleOf } from '../words';

/** A session of this window, or what is kept of an earlier one. */
export type Recorded = Session | JournalEntry;

/** Saves the record of a session: the journal as it is, or a report that a person can read. */
export async function exportSession(recorded: Recorded): Promise<void> {
  const record = await recordOf(recorded);
  const name = record.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40) || 'session';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Session'),
    filters: { Markdown: ['md'], 'JSON Lines': ['jsonl'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}.md`) } : {}),
  });
  if (!target) return;
  const journal = await readJournal(record.path);
  const text = target.path.endsWith('.jsonl') ? journal.text : report(journal.lines, chainText(journal));
  await vscode.workspace.fs.writeFile(target, Buffer.from(text, 'utf8'));
  const show = vscode.l10n.t('Open');
  if ((await vscode.window.showInformationMessage(vscode.l10n.t('The session was exported.'), show)) === show)
    await vscode.window.showTextDocument(target);
}

/** Says whether the record of a session is whole. */
export async function verifyJournal(recorded: Recorded): Promise<void> {
  const journal = await readJournal((await recordOf(recorded)).path);
  if (journal.broken === undefined) await vscode.window.showInformationMessage(chainText(journal));
  else await vscode.window.showErrorMessage(chainText(journal));
}

/** Of a session that goes on, once everything so far is written. */
async function recordOf(recorded: Recorded): Promise<{ readonly title: string; readonly path: string }> {
  return recorded instanceof Session ? { title: titleOf(recorded), path: await recorded.savedJournal() } : recorded;
}

function chainText({ lines, broken }: ReadJournal): string {
  return broken === undefined
    ? vscode.l10n.t('Each line is unchanged and in its place: {0} in all.', lines.length)
    : vscode.l10n.t('The record is broken. {0}', sentence(broken));
}
