import { relative } from 'node:path';
import type * as vscode from 'vscode';
import { isInside } from '../../stores/isInside';

/** A file as Claude finds it from the folder of the session: from there, or whole where it lies in another one. */
export function pathIn(workspace: string, { fsPath }: vscode.Uri): string {
  return (isInside(fsPath, workspace) ? relative(workspace, fsPath) : fsPath).replaceAll('\\', '/');
}
