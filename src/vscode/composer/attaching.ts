import * as vscode from 'vscode';
import type { Attachment } from '../../core/message/message';
import type { Suggestion } from '../../core/message/suggestion';
import type { JournalFolder } from '../../stores/journalFolder';
import { followJournal } from '../../stores/readJournal';

const longest = 200_000;

/** What goes along as a text of its own; undefined where there is nothing of it. */
export async function attachmentFor(
  { kind, id }: { readonly kind: Suggestion['kind']; readonly id: string },
  journals: JournalFolder,
): Promise<Attachment | undefined> {
  if (kind === 'problems') return textOf(vscode.l10n.t('Problems'), problems());
  if (kind === 'terminal') return textOf(vscode.l10n.t('Terminal selection'), await terminalSelection());
  const entry = kind === 'session' ? await journals.entryOf(id) : undefined;
  return entry && textOf(entry.title, await saidIn(entry.path));
}

function textOf(name: string, data: string): Attachment | undefined {
  return data.trim() === '' ? undefined : { kind: 'text', name, mediaType: 'text/plain', data: data.slice(0, longest) };
}

function problems(): string {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri, all]) => {
      const path = vscode.workspace.asRelativePath(uri, false);
      return all.map(({ range: { start }, severity, message, source }) => {
        const place = `${path}:${start.line + 1}:${start.character + 1}`;
        return `${place}: ${vscode.DiagnosticSeverity[severity]}: ${message}${source === undefined ? '' : ` (${source})`}`;
      });
    })
    .join('\n');
}

/** The editor gives it only to the clipboard, whose text comes back. */
async function terminalSelection(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  await clipboard.writeText('');
  await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
  const selected = await clipboard.readText();
  await clipboard.writeText(before);
  return selected;
}

async function saidIn(journal: string): Promise<string> {
  const said: string[] = [];
  await followJournal(journal, line => {
    if (line?.record.type === 'user_message') said.push(`User: ${line.record.text}`);
    else if (line?.record.type === 'agent_message' && line.record.kind === 'text')
      said.push(`Claude: ${line.record.text}`);
  });
  return said.join('\n\n');
}
