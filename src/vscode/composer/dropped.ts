import * as vscode from 'vscode';
import { mentionIn, mostMentioned, pathIn } from './paths';

/** How the agent is told of what was dragged out of the editor; what is no file or folder is left out. */
export async function droppedMentions(
  window: { readonly workspace: string },
  names: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    names.slice(0, mostMentioned).map(async name => {
      const uri = fileOf(name);
      if (uri === undefined) return [];
      const isFolder = await isDirectory(uri);
      if (isFolder === undefined) return [];
      const isBelow = pathIn(window.workspace, uri) !== '';
      return [mentionIn(window, isFolder && isBelow ? uri.with({ path: `${uri.path}/` }) : uri)];
    }),
  );
  return [...new Set(found.flat())];
}

/** An address or, where it came from a desktop, a path. A window on another machine calls its files by that machine. */
function fileOf(name: string): vscode.Uri | undefined {
  if (!/^[a-z][a-z\d+.-]+:/i.test(name)) return vscode.Uri.file(name);
  const uri = vscode.Uri.parse(name);
  if (uri.scheme === 'vscode-remote') return uri.with({ scheme: 'file', authority: '' });
  return uri.scheme === 'file' ? uri : undefined;
}

/** Undefined where there is nothing of that name. */
async function isDirectory(uri: vscode.Uri): Promise<boolean | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return undefined;
  }
}
