import * as vscode from 'vscode';
import { mentionOf, type Selection } from '../../core/message/suggestion';
import { Disposables } from '../disposables';
import { linesOf, pathIn } from './paths';

/** A selection that is still being drawn is not told of. */
const settledMs = 150;

/** What is selected in the editor in front, for the chip of the composer. */
export class EditorSelection implements vscode.Disposable {
  readonly #parts = new Disposables();
  readonly #onChange: (selection: Selection | undefined) => void;
  #timer: NodeJS.Timeout | undefined;
  #told: string | undefined;

  readonly #workspace: string;

  constructor(workspace: string, onChange: (selection: Selection | undefined) => void) {
    this.#workspace = workspace;
    this.#onChange = onChange;
    this.#parts.add(vscode.window.onDidChangeTextEditorSelection(() => this.#soon()));
    this.#parts.add(vscode.window.onDidChangeActiveTextEditor(() => this.#soon()));
  }

  get current(): Selection | undefined {
    const editor = vscode.window.activeTextEditor;
    if (!editor || editor.selection.isEmpty || editor.document.uri.scheme !== 'file') return undefined;
    const path = pathIn(this.#workspace, editor.document.uri);
    const [first, last] = linesOf(editor.selection);
    const mention = mentionOf(path, [first, last]);
    const lines = last > first ? `${first}-${last}` : String(last);
    return mention === undefined ? undefined : { mention, label: `${path.split(/[\\/]/).at(-1) ?? path}:${lines}` };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#parts.dispose();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { current } = this;
      if (current?.mention === this.#told) return;
      this.#told = current?.mention;
      this.#onChange(current);
    }, settledMs);
  }
}
