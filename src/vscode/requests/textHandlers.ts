import { lstat, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { HandlersUnder } from '../../core/protocol/requests';
import { type FilePlace, linkTarget, placeOf } from '../../core/transcript/links';
import { Told } from '../../core/texts/told';
import { isInside } from '../../stores/isInside';
import { sentence } from '../sentences';
import { existingSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';

/** So many words of a text are looked up at once. */
const mostNames = 200;

/** What a person does with the texts of a conversation. Whatever an agent wrote is looked at before it is opened. */
export function textHandlersOf(window: LatchWindow): HandlersUnder<'text'> {
  const folderOf = (sessionId: string): string => existingSession(window, sessionId).view.cwd;
  return {
    async 'text/known'({ sessionId, names }) {
      const folder = folderOf(sessionId);
      const found = await Promise.all(
        names.slice(0, mostNames).map(async name => (await isThere(name, folder)) && name),
      );
      return { known: found.filter(name => name !== false) };
    },
    async 'text/open'({ sessionId, target }) {
      const link = linkTarget(target);
      switch (link.kind) {
        case 'refused':
          throw new Told(link.reason);
        case 'web':
          if (link.warning === undefined || (await confirmed(sentence(link.warning), link.url)))
            await vscode.env.openExternal(vscode.Uri.parse(link.url, true));
          return {};
        case 'file':
          await openFile(link.place, folderOf(sessionId));
          return {};
        default:
          return link satisfies never;
      }
    },
    async 'text/take'({ text, as, language }) {
      switch (as) {
        case 'copy':
          await vscode.env.clipboard.writeText(text);
          return {};
        case 'insert':
          await insert(text);
          return {};
        case 'open':
          await openAsFile(text, language);
          return {};
        default:
          return as satisfies never;
      }
    },
  };
}

async function isThere(name: string, folder: string): Promise<boolean> {
  const place = placeOf(name);
  return place !== undefined && (await fileAt(place, folder)) !== undefined;
}

/** The file as it really lies on the disk, where it is a plain file below the folder. */
async function fileAt({ path }: FilePlace, folder: string): Promise<{ path: string; inside: boolean } | undefined> {
  try {
    const file = await realpath(pathOf(path, folder));
    if (!(await lstat(file)).isFile()) return undefined;
    const folders = [folder, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)];
    const real = await Promise.all(folders.map(async it => realpath(it).catch(() => it)));
    return { path: file, inside: real.some(it => isInside(file, it)) };
  } catch {
    return undefined;
  }
}

function pathOf(path: string, folder: string): string {
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  return isAbsolute(path) ? path : join(folder, path);
}

async function openFile(place: FilePlace, folder: string): Promise<void> {
  const file = await fileAt(place, folder);
  if (!file) throw new Error(vscode.l10n.t('There is no such file: {0}', place.path));
  const question = vscode.l10n.t('This file lies outside of the workspace. Open it?');
  if (!file.inside && !(await confirmed(question, file.path))) return;
  const from = new vscode.Position((place.line ?? 1) - 1, (place.column ?? 1) - 1);
  const to = place.endLine === undefined ? from : new vscode.Position(place.endLine, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file.path), { selection: new vscode.Range(from, to) });
}

async function confirmed(question: string, detail: string): Promise<boolean> {
  const open = vscode.l10n.t('Open');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, open)) === open;
}

async function insert(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (!editor) throw new Error(vscode.l10n.t('Open a file first: the text goes to the cursor in it.'));
  await editor.edit(edit => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
}

async function openAsFile(content: string, language: string | undefined): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const document = await vscode.workspace.openTextDocument({
    content,
    ...(language !== undefined && known.includes(language) ? { language } : {}),
  });
  await vscode.window.showTextDocument(document);
}
