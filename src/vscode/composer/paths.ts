import { relative } from 'node:path';
import type * as vscode from 'vscode';
import { mentionOf } from '../../core/message/suggestion';
import { isInside } from '../../stores/isInside';

/** More are hardly meant, and some are looked at on the disk. */
export const mostMentioned = 100;

/** A file as Claude finds it from the folder of the session: from there, or whole where it lies in another one. */
export function pathIn(workspace: string, { fsPath }: vscode.Uri): string {
  return (isInside(fsPath, workspace) ? relative(workspace, fsPath) : fsPath).replaceAll('\\', '/');
}

/** How a message mentions a file; one that no mention can name is at least named. */
export function mentionIn(
  { workspace }: { readonly workspace: string },
  uri: vscode.Uri,
  lines?: readonly [number, number],
): string {
  const path = pathIn(workspace, uri);
  return mentionOf(path, lines) ?? path;
}

/** The lines of a selection, counted from 1. A last line of which nothing is selected does not count. */
export function linesOf({ start, end }: vscode.Selection): readonly [number, number] {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return [start.line + 1, last];
}
