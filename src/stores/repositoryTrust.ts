import { join } from 'node:path';
import type { FromRepository, RepositoryChoice, RepositoryReview } from '../core/session/repository';
import type { TextChange } from './fileStore';
import { instructionsOf } from './instructions';
import {
  type ContentParts,
  hasParts,
  partsAfter,
  readRepository,
  type RepositoryContent,
  ruleTexts,
} from './repositoryFiles';

/** What the person chose last, and for which content. */
export interface AcceptedContent {
  readonly hash: string;
  readonly choice: RepositoryChoice;
}

interface RepositoryTrustOptions {
  readonly kept: {
    read(): AcceptedContent | undefined;
    write(accepted: AcceptedContent): void;
  };
  readonly folder: string;
  /** CLAUDE_CONFIG_DIR of the agent, where it has one. */
  readonly claudeFolder: () => string | undefined;
  readonly onChange: (review: RepositoryReview | undefined) => void;
}

/** What the agent may take from the repository of this window, as the person decided for exactly its present content. */
export class RepositoryTrust {
  readonly #options: RepositoryTrustOptions;
  #content: RepositoryContent | undefined;
  /** The last content that was accepted, or that had nothing to accept, with every change that the person made here. */
  #settled: { readonly parts: ContentParts; readonly choice: RepositoryChoice } | undefined;
  /** Readings come one after the other: an older one never takes the place of a newer one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RepositoryTrustOptions) {
    this.#options = options;
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
    return ruleTexts(this.#options.folder) === this.#content.ruleTexts;
  }

  /** Whether an allow rule that the person writes into the rules file of the repository counts at once. */
  get takesOurRules(): boolean {
    return this.#content !== undefined && this.#choiceFor(this.#content) === 'all';
  }

  /** Where nothing is there to be accepted, the agent still looks at no file by itself: one may come while it runs. */
  get choice(): RepositoryChoice {
    if (!this.#content) return 'none';
    return this.#content.forAgent ? (this.#accepted(this.#content.hash) ?? 'none') : 'instructions';
  }

  async read(): Promise<void> {
    await this.#inTurn(async () => {
      const before = this.#content?.hash;
      const { hash } = await this.#readNow();
      if (hash !== before) this.#tell();
    });
  }

  /** What an agent that starts now may take; the repository is read anew for it. */
  async fromRepository(): Promise<FromRepository> {
    await this.read();
    const { choice } = this;
    const instructions = choice === 'instructions' ? await instructionsOf(this.#options.folder) : undefined;
    return { choice, ...(instructions === undefined ? {} : { instructions }) };
  }

  /** Takes the choice only for the content that was shown. */
  async choose(hash: string, choice: RepositoryChoice): Promise<boolean> {
    return this.#inTurn(async () => {
      const content = await this.#readNow();
      if (content.hash !== hash) {
        this.#tell();
        return false;
      }
      this.#accept(content, choice);
      this.#tell();
      return true;
    });
  }

  /**
   * Writes what the person changes in the rules file here: what was accepted stays accepted. Only when nothing else has
   * changed: not the other files, and not the rules file before or after. Nothing is read between the two.
   */
  async whileOurs(change: TextChange, write: () => Promise<boolean>): Promise<boolean> {
    return this.#inTurn(async () => {
      const written = await write();
      if (written && this.#settled)
        this.#settled = { ...this.#settled, parts: partsAfter(this.#settled.parts, change) };
      await this.#readNow();
      this.#tell();
      return written;
    });
  }

  /** The file of a finding, for the editor; nothing else of the disk is opened by its name. */
  pathOf(file: string): string | undefined {
    return this.#content?.findings.some(finding => finding.file === file)
      ? join(this.#options.folder, file)
      : undefined;
  }

  async #readNow(): Promise<RepositoryContent> {
    const next = await readRepository(this.#options.folder, this.#options.claudeFolder());
    this.#content = next;
    const choice = this.#choiceFor(next);
    if (choice !== undefined) this.#settled = { parts: next, choice };
    else if (this.#settled && hasParts(next, this.#settled.parts)) this.#accept(next, this.#settled.choice);
    return next;
  }

  #accept(content: RepositoryContent, choice: RepositoryChoice): void {
    this.#settled = { parts: content, choice };
    this.#options.kept.write({ hash: content.hash, choice });
  }

  /** Where there was nothing to accept, there was nothing to refuse. */
  #choiceFor({ findings, hash }: RepositoryContent): RepositoryChoice | undefined {
    return findings.length === 0 ? 'all' : this.#accepted(hash);
  }

  #accepted(hash: string): RepositoryChoice | undefined {
    const accepted = this.#options.kept.read();
    return accepted?.hash === hash ? accepted.choice : undefined;
  }

  #tell(): void {
    this.#options.onChange(this.review);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
