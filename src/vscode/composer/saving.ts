import { isAbsolute, join, normalize } from 'node:path';
import * as vscode from 'vscode';
import { asString } from '../../core/base/json';
import type { Wanted } from '../../core/call/call';
import { mentionsIn } from '../../core/message/mentions';
import * as config from '../config';

/** Whoever saves runs what the person has set to run then, such as a formatter; what hangs there holds nothing up. */
const savedWithinMs = 3000;
const fileTools: ReadonlySet<string> = new Set(['Read', 'Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Before a call runs, the disk has what the person sees: the file that it reads or edits, for a command all of them. */
export async function saveBefore(what: Wanted, cwd: string): Promise<void> {
  if (what.kind !== 'tool') return;
  if (what.tool === 'Bash') await save(() => true);
  if (!fileTools.has(what.tool)) return;
  const path = asString(what.input['file_path']) ?? asString(what.input['notebook_path']);
  if (path !== undefined) await saveFiles([path], cwd);
}

/** What a message mentions is read when it is sent. */
export async function saveMentioned(text: string, cwd: string): Promise<void> {
  const paths = mentionsIn(text).flatMap(mention => mention.paths);
  if (paths.length > 0) await saveFiles(paths, cwd);
}

function saveFiles(paths: readonly string[], cwd: string): Promise<void> {
  const wanted = new Set(paths.map(path => normalize(isAbsolute(path) ? path : join(cwd, path))));
  return save(({ fsPath }) => wanted.has(fsPath));
}

async function save(isWanted: (file: vscode.Uri) => boolean): Promise<void> {
  if (!config.savesBeforeUse()) return;
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const changed = [...textDocuments, ...notebookDocuments].filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && isWanted(uri),
  );
  if (changed.length === 0) return;
  // What cannot be saved says so itself, and stays in the editor.
  const saved = Promise.allSettled(changed.map(async document => document.save()));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise(resolve => (timer = setTimeout(resolve, savedWithinMs)));
  await Promise.race([saved, late]).finally(() => clearTimeout(timer));
}
