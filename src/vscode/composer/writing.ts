import type * as vscode from 'vscode';
import type { Attachment } from '../../core/message/message';
import type { Selection, Suggestion } from '../../core/message/suggestion';
import type { JournalFolder } from '../../stores/journalFolder';
import { Disposables } from '../disposables';
import { attachmentFor } from './attaching';
import { EditorSelection } from './selection';
import { Suggestions } from './suggestions';

interface EditorWritingOptions extends Omit<ConstructorParameters<typeof Suggestions>[0], 'pastSessions'> {
  readonly journals: JournalFolder;
  readonly onSelection: (selection: Selection | undefined) => void;
}

/** What the editor has for a message that is being written. */
export class EditorWriting implements vscode.Disposable {
  readonly #parts = new Disposables();
  readonly #journals: JournalFolder;
  readonly #suggestions: Suggestions;
  readonly #selection: EditorSelection;

  constructor({ journals, onSelection, ...options }: EditorWritingOptions) {
    this.#journals = journals;
    const pastSessions = (): ReturnType<JournalFolder['sessionsIn']> => journals.sessionsIn(options.workspace);
    this.#suggestions = this.#parts.add(new Suggestions({ ...options, pastSessions }));
    this.#selection = this.#parts.add(new EditorSelection(options.workspace, onSelection));
  }

  get selection(): Selection | undefined {
    return this.#selection.current;
  }

  find(query: string): Promise<readonly Suggestion[]> {
    return this.#suggestions.find(query);
  }

  attachment(wanted: Parameters<typeof attachmentFor>[0]): Promise<Attachment | undefined> {
    return attachmentFor(wanted, this.#journals);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
