import * as vscode from 'vscode';
import { report } from '../../core/journal/report';
import type { JournalEntry } from '../../stores/journalIndex';
import { type ReadJournal, readJournal } from '../../stores/readJournal';
import type { Host } from '../window';
import { sentence } from '../sentences';
import { titleOf } from '../words';

/** Of which session: one of the list of activity, or the active one. */
async function recordOf(
  host: Host,
  entry: JournalEntry | undefined,
): Promise<{ title: string; path: string } | undefined> {
  const session = entry ? host.sessions.get(entry.sessionId) : host.sessions.active;
  if (session) return { title: titleOf(session), path: await session.savedJournal() };
  if (entry) return entry;
  await vscode.window.showInformationMessage(vscode.l10n.t('There is no session yet. Send a message first.'));
  return undefined;
}

/** Saves the record of a session: the journal as it is, or a report that a person can read. */
export async function exportSession(host: Host, entry?: JournalEntry): Promise<void> {
  const record = await recordOf(host, entry);
  if (!record) return;
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
export async function verifyJournal(host: Host, entry?: JournalEntry): Promise<void> {
  const record = await recordOf(host, entry);
  if (!record) return;
  const journal = await readJournal(record.path);
  if (journal.broken === undefined) await vscode.window.showInformationMessage(chainText(journal));
  else await vscode.window.showErrorMessage(chainText(journal));
}

function chainText({ lines, broken }: ReadJournal): string {
  return broken === undefined
    ? vscode.l10n.t('Each line is unchanged and in its place: {0} in all.', lines.length)
    : vscode.l10n.t('The record is broken. {0}', sentence(broken));
}
