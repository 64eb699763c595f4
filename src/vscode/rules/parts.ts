import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { shownPath } from '../../core/base/shownPath';
import type { RulesState } from '../../core/protocol/updates';
import type { SessionView } from '../../core/session/view';
import { ruleLimits } from '../../rules/limits';
import { RuleHolds } from '../../rules/holds';
import { openRules, type Rules } from '../../rules/rules';
import { JournalCalls } from '../../stores/journalCalls';
import type { JournalFolder } from '../../stores/journalFolder';
import { RuleMemory } from '../../stores/ruleMemory';
import { sha256 } from '../../stores/sha256';
import { TrustAll } from '../../rules/trustAll';
import * as config from '../config';
import type { Repository } from '../repository';
import { RuleStatus } from './status';
import { Team } from './team';

export interface RulePartsOptions {
  readonly extension: Pick<
    vscode.ExtensionContext,
    'extensionUri' | 'globalState' | 'globalStorageUri' | 'workspaceState' | 'secrets'
  >;
  readonly journals: JournalFolder;
  readonly log: vscode.LogOutputChannel;
  readonly repository: Repository;
  /** The folder in which agents work. */
  readonly workspace: string;
  readonly shownTools: () => Iterable<string>;
  readonly onChange: () => void;
}

/** The rules of this window, and what beside them decides how much is asked. */
export class RuleParts implements Rules, vscode.Disposable {
  readonly judge: Rules['judge'];
  readonly editor: Rules['editor'];
  readonly making: Rules['making'];
  readonly tables: Rules['tables'];
  readonly trials: Rules['trials'];
  readonly offers: Rules['offers'];
  readonly hits: Rules['hits'];
  readonly holds: RuleHolds;
  readonly written: Rules['written'];
  readonly trustAll: TrustAll;
  readonly team: Team;
  readonly repository: Repository;
  readonly workspace: string;
  readonly #options: RulePartsOptions;
  readonly #memory: RuleMemory;
  readonly #status = new RuleStatus();
  #revision = 0;

  constructor(options: RulePartsOptions) {
    const { extension, journals, log, repository, workspace, shownTools } = options;
    const { globalStorageUri: storage, workspaceState: state } = extension;
    this.#options = options;
    this.repository = repository;
    this.team = new Team({ extension, journals, workspace, log, onChange: () => this.changed() });
    this.workspace = workspace;
    const pathOf = (...names: string[]): string => vscode.Uri.joinPath(storage, ...names).fsPath;
    this.trustAll = new TrustAll(() => this.changed());
    this.#memory = new RuleMemory(pathOf('ruleMemory.json'));
    this.holds = new RuleHolds({
      enforcement: config.enforcement,
      environment: config.environment,
      excluded: config.excludedCommands,
      limits: (...asked) =>
        ruleLimits({ scopes: this.judge.scopes, workspace, ownFolders: [storage.fsPath] }, ...asked),
    });
    const rules = openRules({
      workspace,
      team: this.team.rules,
      privateFolder: pathOf('rules'),
      inMemory: () => config.store() === 'memory',
      kept: {
        read: () => state.get('latch.kept', {}),
        write: known => void state.update('latch.kept', known),
      },
      otherFolders: () => config.folders().filter(folder => folder !== workspace),
      skip: config.skip,
      askAbout: config.askAbout,
      environment: config.environment,
      toolDefaults: config.toolDefaults,
      projectAllows: () => repository.trust?.allows ?? false,
      whileProjectIsWritten: (change, write) => repository.trust?.whileOurs(change, write) ?? write(),
      trustedUntil: sessionId => this.trustAll.until(sessionId),
      onProblem: text => log.warn(text),
      holds: this.holds,
      memory: this.#memory,
      calls: new JournalCalls(journals, () => config.cwd() ?? process.cwd()),
      shownTools,
      projectTakesAllows: () => repository.trust?.takesOurRules ?? false,
      folderKey: sha256(workspace).slice(0, 16),
      now: Date.now,
      newId: () => `r-${randomUUID().slice(0, 13)}`,
      onChange: () => this.changed(),
    });
    ({
      judge: this.judge,
      editor: this.editor,
      making: this.making,
      tables: this.tables,
      trials: this.trials,
      offers: this.offers,
      hits: this.hits,
      written: this.written,
    } = rules);
  }

  get state(): RulesState {
    return {
      revision: this.#revision,
      problems: this.judge.scopes.problems,
      kept: this.judge.scopes.kept.map(({ file, action, pattern }) => ({
        file,
        shown: shownPath(file, this.workspace, homedir()),
        action,
        pattern,
      })),
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
      this.editor.endTurn(sessionId);
  }

  onNewConversation(sessionId: string): void {
    this.trustAll.end(sessionId);
    this.editor.endConversation(sessionId);
  }

  onEnded(sessionId: string): void {
    this.trustAll.end(sessionId);
    this.judge.endSession(sessionId);
    this.holds.forget(sessionId);
  }

  dispose(): void {
    this.editor.dispose();
    this.team.dispose();
    this.#status.dispose();
    void this.#memory.save();
  }

  save(): Promise<void> {
    return this.#memory.save();
  }
}
