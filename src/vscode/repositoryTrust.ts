import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FromRepository, RepositoryChoice, RepositoryReview } from '../core/session/repository';
import { claudeFolder } from './config';
import { instructionsOf } from '../stores/instructions';
import { isOurChange, readRepository, type RepositoryContent, ruleTexts } from '../stores/repositoryFiles';

interface Accepted {
  readonly hash: string;
  readonly choice: RepositoryChoice;
}

/** Changes come in bursts, for example with a checkout; they are read once things are quiet. */
const quietMs = 300;

/** What the agent may take from the repository of this window, as the person decided for exactly its present content. */
export class RepositoryTrust {
  static readonly #key = 'latch.repository';
  readonly #state: vscode.Memento;
  readonly #folder: string;
  readonly #onChange: (review: RepositoryReview | undefined) => void;
  readonly #watchers: vscode.Disposable[];
  #content: RepositoryContent | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(state: vscode.Memento, folder: string, onChange: (review: RepositoryReview | undefined) => void) {
    this.#state = state;
    this.#folder = folder;
    this.#onChange = onChange;
    this.#watchers = ['**/.claude/**', '.mcp.json', '.latch/rules.json'].flatMap(pattern => this.#watch(pattern));
  }

  get review(): RepositoryReview | undefined {
    if (!this.#content || this.#content.findings.length === 0) return undefined;
    const { findings, hash } = this.#content;
    const accepted = this.#accepted(hash);
    return { findings, hash, choice: accepted ?? 'none', chosen: accepted !== undefined };
  }

  /** Whether the person accepted all that this very content brings, the allow rules of its rules file among it. */
  get allows(): boolean {
    if (this.#content === undefined || this.#accepted(this.#content.hash) !== 'all') return false;
    // The rules are read the moment they change, and what is accepted a moment later.
    return ruleTexts(this.#folder) === this.#content.ruleTexts;
  }

  /** Whether an allow rule that the person writes into the rules file of the repository counts at once. */
  get takesOurRules(): boolean {
    return this.#content !== undefined && this.#choiceFor(this.#content) === 'all';
  }

  /**
   * What was accepted stays accepted when the person changes the rules file here. Only when nothing else has changed:
   * not the other files, and not the rules file before or after.
   */
  async ourRulesWritten(before: string | undefined, after: string): Promise<void> {
    const known = this.#content;
    const choice = known && this.#choiceFor(known);
    const next = await this.#brought();
    if (known && choice !== undefined && isOurChange(known, next, { before, after }))
      await this.#state.update(RepositoryTrust.#key, { hash: next.hash, choice } satisfies Accepted);
    this.#content = next;
    this.#onChange(this.review);
  }

  #brought(): Promise<RepositoryContent> {
    return readRepository(this.#folder, claudeFolder());
  }

  /** Where there was nothing to accept, there was nothing to refuse. */
  #choiceFor({ findings, hash }: RepositoryContent): RepositoryChoice | undefined {
    return findings.length === 0 ? 'all' : this.#accepted(hash);
  }

  /** What an agent that starts now may take; the repository is read anew for it. */
  async fromRepository(): Promise<FromRepository> {
    await this.read();
    const { choice } = this;
    const instructions = choice === 'instructions' ? await instructionsOf(this.#folder) : undefined;
    return { choice, ...(instructions === undefined ? {} : { instructions }) };
  }

  /** Where nothing is there to be accepted, the agent still looks at no file by itself: one may come while it runs. */
  get choice(): RepositoryChoice {
    if (!this.#content) return 'none';
    return this.#content.forAgent ? (this.#accepted(this.#content.hash) ?? 'none') : 'instructions';
  }

  async read(): Promise<void> {
    const before = this.#content?.hash;
    this.#content = await this.#brought();
    if (this.#content.hash !== before) this.#onChange(this.review);
  }

  /** Takes the choice only for the content that was shown. */
  async choose(hash: string, choice: RepositoryChoice): Promise<boolean> {
    await this.read();
    if (this.#content?.hash !== hash) return false;
    await this.#state.update(RepositoryTrust.#key, { hash, choice } satisfies Accepted);
    this.#onChange(this.review);
    return true;
  }

  /** The file of a finding, for the editor; nothing else of the disk is opened by its name. */
  pathOf(file: string): string | undefined {
    return this.#content?.findings.some(finding => finding.file === file) ? join(this.#folder, file) : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.dispose();
  }

  #accepted(hash: string): RepositoryChoice | undefined {
    const accepted = this.#state.get<Accepted>(RepositoryTrust.#key);
    return accepted?.hash === hash ? accepted.choice : undefined;
  }

  #watch(pattern: string): vscode.Disposable[] {
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(this.#folder), pattern),
    );
    const later = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.read(), quietMs);
    };
    return [watcher, watcher.onDidChange(later), watcher.onDidCreate(later), watcher.onDidDelete(later)];
  }
}
