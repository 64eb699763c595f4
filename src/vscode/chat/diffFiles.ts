import * as vscode from 'vscode';

interface DiffFile {
  text: string;
  changedAt: number;
  readOnly: boolean;
  readonly save: ((text: string) => void) | undefined;
}

/** The sides of comparisons: files of ours that exist only here, and that the editor opens and saves like others. */
export class DiffFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  readonly #files = new Map<string, DiffFile>();

  /** `save` is told what a person saves; without it nothing can be. */
  add(uri: vscode.Uri, text: string, readOnly: boolean, save?: (text: string) => void): void {
    this.#files.set(uri.toString(), { text, changedAt: Date.now(), readOnly, save });
  }

  remove(uri: vscode.Uri): void {
    this.#files.delete(uri.toString());
  }

  replace(uri: vscode.Uri, text: string): void {
    const file = this.#file(uri);
    if (file.text === text) return;
    file.text = text;
    this.#changed(uri, file);
  }

  /** Whether something can be written into it. */
  setReadOnly(uri: vscode.Uri, readOnly: boolean): void {
    const file = this.#file(uri);
    if (file.readOnly === readOnly) return;
    file.readOnly = readOnly;
    this.#changed(uri, file);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, changedAt, readOnly } = this.#file(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: changedAt,
      size: Buffer.byteLength(text),
      ...(readOnly ? { permissions: vscode.FilePermission.Readonly } : {}),
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(this.#file(uri).text);
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const { save } = this.#file(uri);
    if (!save) throw vscode.FileSystemError.NoPermissions(uri);
    save(new TextDecoder().decode(content));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  #file(uri: vscode.Uri): DiffFile {
    const file = this.#files.get(uri.toString());
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }

  #changed(uri: vscode.Uri, file: DiffFile): void {
    file.changedAt = Math.max(Date.now(), file.changedAt + 1);
    this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
