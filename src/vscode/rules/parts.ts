import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { RulesState } from '../../core/protocol/updates';
import type { SessionView } from '../../core/session/view';
import { RuleBook } from '../../rules/judge';
import { RuleDesk } from '../../rules/desk';
import { RuleEditor } from '../../rules/editor';
import { JournalCalls } from '../../stores/journalCalls';
import type { JournalFolder } from '../../stores/journalFolder';
import { RuleMemory } from '../../stores/ruleMemory';
import { sha256 } from '../../stores/sha256';
import { TrustAll } from '../../rules/trustAll';
import * as config from '../config';
import type { Repository } from '../repository';
import { RuleStatus } from './status';

export interface RulePartsOptions {
  readonly storage: vscode.Uri;
  readonly journals: JournalFolder;
  readonly log: vscode.LogOutputChannel;
  readonly repository: Repository;
  /** The folder in which agents work. */
  readonly workspace: string;
  readonly onChange: () => void;
}

/** The rules of this window: their stores, the book that judges by them, and the desk at which people change them. */
export class RuleParts implements vscode.Disposable {
  readonly book: RuleBook;
  readonly editor: RuleEditor;
  readonly desk: RuleDesk;
  readonly trustAll: TrustAll;
  readonly repository: Repository;
  readonly workspace: string;
  readonly #options: RulePartsOptions;
  readonly #memory: RuleMemory;
  readonly #status = new RuleStatus();
  #revision = 0;

  constructor(options: RulePartsOptions) {
    const { storage, journals, log, repository, workspace } = options;
    this.#options = options;
    this.repository = repository;
    this.workspace = workspace;
    const pathOf = (...names: string[]): string => vscode.Uri.joinPath(storage, ...names).fsPath;
    this.trustAll = new TrustAll(() => this.changed());
    this.book = new RuleBook({
      workspace,
      privateFolder: pathOf('rules'),
      skip: config.skip,
      toolDefaults: config.toolDefaults,
      projectAllows: () => repository.trust?.allows ?? false,
      onProjectWritten: async (before, after) => {
        await repository.trust
          ?.ourRulesWritten(before, after)
          .catch((error: unknown) => log.warn(`The change of the project's rules was not accepted: ${String(error)}`));
      },
      trustedUntil: sessionId => this.trustAll.until(sessionId),
      onProblem: text => log.warn(text),
    });
    this.editor = new RuleEditor({
      scopes: this.book.scopes,
      now: Date.now,
      newId: () => `r-${randomUUID().slice(0, 13)}`,
      onChange: () => this.changed(),
    });
    this.#memory = new RuleMemory(pathOf('ruleMemory.json'));
    this.desk = new RuleDesk({
      book: this.book,
      editor: this.editor,
      memory: this.#memory,
      calls: new JournalCalls(journals, () => config.cwd() ?? process.cwd()),
      projectTakesAllows: () => repository.trust?.takesOurRules ?? false,
      folderKey: sha256(workspace).slice(0, 16),
      now: Date.now,
    });
  }

  get state(): RulesState {
    return {
      revision: this.#revision,
      problems: this.book.scopes.problems,
      trustAll: this.trustAll.sessions,
    };
  }

  changed(): void {
    this.#revision += 1;
    this.#options.onChange();
  }

  /** What the status bar says of the session that is shown, by its mode. */
  showMode(mode: string | undefined): void {
    this.#status.show(this.state, mode);
  }

  onView({ sessionId, status }: SessionView): void {
    if (status.state === 'idle' || status.state === 'ended' || status.state === 'failed')
      void this.editor.endTurn(sessionId);
  }

  onNewConversation(sessionId: string): void {
    this.trustAll.end(sessionId);
    void this.editor.endConversation(sessionId);
  }

  onEnded(sessionId: string): void {
    this.trustAll.end(sessionId);
    this.book.endSession(sessionId);
  }

  dispose(): void {
    this.editor.dispose();
    this.#status.dispose();
    void this.#memory.save();
  }

  save(): Promise<void> {
    return this.#memory.save();
  }
}
