import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { RulesState } from '../../core/protocol/updates';
import type { SessionView } from '../../core/session/view';
import { openRules, type Rules } from '../../rules/rules';
import type { Sessions } from '../../session/sessions';
import { JournalCalls } from '../../stores/journalCalls';
import type { JournalFolder } from '../../stores/journalFolder';
import { RuleMemory } from '../../stores/ruleMemory';
import { sha256 } from '../../stores/sha256';
import { TrustAll } from '../../rules/trustAll';
import * as config from '../config';
import type { OpenViews } from '../webview/openViews';
import type { RepositoryTrust } from '../repositoryTrust';
import { RuleStatus } from './status';

interface RulePartsOptions {
  readonly storage: vscode.Uri;
  readonly journals: JournalFolder;
  readonly log: vscode.LogOutputChannel;
  readonly repository: () => RepositoryTrust | undefined;
  readonly sessions: () => Sessions;
  readonly hub: () => OpenViews;
}

/** The rules of this window, and what in the window depends on them: the calls that wait, the status bar, the pages. */
export class RuleParts implements vscode.Disposable {
  readonly rules: Rules;
  readonly trustAll: TrustAll;
  readonly #options: RulePartsOptions;
  readonly #memory: RuleMemory;
  readonly #status = new RuleStatus();
  #revision = 0;

  constructor(options: RulePartsOptions) {
    const { storage, journals, log, repository } = options;
    this.#options = options;
    const pathOf = (...names: string[]): string => vscode.Uri.joinPath(storage, ...names).fsPath;
    const workspace = config.cwd() ?? process.cwd();
    this.trustAll = new TrustAll(() => this.changed());
    this.#memory = new RuleMemory(pathOf('ruleMemory.json'));
    this.rules = openRules({
      workspace,
      privateFolder: pathOf('rules'),
      skip: config.skip,
      toolDefaults: config.toolDefaults,
      projectAllows: () => repository()?.allows ?? false,
      onProjectWritten: async (before, after) => {
        await repository()
          ?.ourRulesWritten(before, after)
          .catch((error: unknown) => log.warn(`The change of the project's rules was not accepted: ${String(error)}`));
      },
      trustedUntil: sessionId => this.trustAll.until(sessionId),
      onProblem: text => log.warn(text),
      memory: this.#memory,
      calls: new JournalCalls(journals, () => config.cwd() ?? process.cwd()),
      projectTakesAllows: () => repository()?.takesOurRules ?? false,
      folderKey: sha256(workspace).slice(0, 16),
      now: Date.now,
      newId: () => `r-${randomUUID().slice(0, 13)}`,
      onChange: () => this.changed(),
    });
  }

  get state(): RulesState {
    return {
      revision: this.#revision,
      problems: this.rules.judge.scopes.problems,
      trustAll: this.trustAll.sessions,
    };
  }

  /** Rules count from the moment they change, for the calls that wait too. */
  changed(): void {
    this.#revision += 1;
    for (const session of this.#options.sessions().all) session.rejudge();
    const { state } = this;
    this.showMode();
    this.#options.hub().send({ type: 'rules', rules: state });
  }

  /** What the status bar says of the session that is shown. */
  showMode(): void {
    this.#status.show(this.state, this.#options.sessions().active?.view.mode);
  }

  onView({ sessionId, status }: SessionView): void {
    this.showMode();
    if (status.state === 'idle' || status.state === 'ended' || status.state === 'failed')
      this.rules.editor.endTurn(sessionId);
  }

  onNewConversation(sessionId: string): void {
    this.trustAll.end(sessionId);
    this.rules.editor.endConversation(sessionId);
  }

  onEnded(sessionId: string): void {
    this.trustAll.end(sessionId);
    this.rules.judge.endSession(sessionId);
    this.showMode();
  }

  dispose(): void {
    this.rules.editor.dispose();
    this.#status.dispose();
    void this.#memory.save();
  }

  save(): Promise<void> {
    return this.#memory.save();
  }
}
