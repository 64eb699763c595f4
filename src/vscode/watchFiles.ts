import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';

/** Changes come in pairs and bursts; they are told once things are quiet. */
const quietMs = 100;

/** Tells when one of these files is made, changed or removed, wherever it is. */
export function watchFiles(files: readonly string[], changed: () => void): vscode.Disposable[] {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, quietMs);
  };
  return files.flatMap(file => {
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(dirname(file)), basename(file)),
    );
    return [watcher, watcher.onDidChange(later), watcher.onDidCreate(later), watcher.onDidDelete(later)];
  });
}
