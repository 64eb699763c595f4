import type * as vscode from 'vscode';
import type { Attachment } from '../../core/message/message';
import type { Selection, Suggestion } from '../../core/message/suggestion';
import type { JournalFolder } from '../../stores/journalFolder';
import { Disposables } from '../disposables';
import { attachmentFor } from './attaching';
import { EditorSelection } from './selection';
import type { Suggestions } from './suggestions';

type SuggestionsOptions = ConstructorParameters<typeof Suggestions>[0];

interface EditorWritingOptions extends Omit<SuggestionsOptions, 'pastSessions'> {
  readonly journals: JournalFolder;
  readonly onSelection: (selection: Selection | undefined) => void;
}

/** What the editor has for a message that is being written. */
export class EditorWriting implements vscode.Disposable {
  readonly #parts = new Disposables();
  readonly #journals: JournalFolder;
  readonly #options: SuggestionsOptions;
  #suggestions: Promise<Suggestions> | undefined;
  readonly #selection: EditorSelection;

  constructor({ journals, onSelection, ...options }: EditorWritingOptions) {
    this.#journals = journals;
    this.#options = { ...options, pastSessions: () => journals.sessionsIn(options.workspace) };
    this.#selection = this.#parts.add(new EditorSelection(options.workspace, onSelection));
  }

  get selection(): Selection | undefined {
    return this.#selection.current;
  }

  /** The first one who asks has them made: nobody may. */
  async find(query: string): Promise<readonly Suggestion[]> {
    this.#suggestions ??= import('./suggestions').then(it => this.#parts.add(new it.Suggestions(this.#options)));
    return (await this.#suggestions).find(query);
  }

  attachment(wanted: Parameters<typeof attachmentFor>[0]): Promise<Attachment | undefined> {
    return attachmentFor(wanted, this.#journals);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
