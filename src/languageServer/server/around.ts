import { homedir } from 'node:os';
import { join } from 'node:path';
import { AnalysisMemo, type PlacedRule } from '../../core/analysis/findings';
import { tooBig } from '../../core/analysis/document';
import { say } from '../../core/texts/sentence';
import type { Draw } from '../../core/texts/translate';
import { claudeSettingsFiles } from '../../stores/claudeSettings';
import { PatternDisk } from '../../stores/patternDisk';
import { readSmallFile } from '../../stores/readSmallFile';
import { readRuleDocument, type RuleFile, ruleFileAt } from '../../stores/ruleDocument';
import type { History } from '../protocol';
import type { Target } from './actions';
import { Folders } from './folders';
import type { Around } from './view';

const freshMs = 2000;

const nothing: History = { tools: [], calls: [], uses: [] };

interface FolderOptions {
  readonly workspace: string | undefined;
  readonly claudeFolder: string | undefined;
  readonly ownFile: string | undefined;
  readonly trusted: boolean;
  readonly draw: Draw;
}

/** The folder in which rules are written: what other files say, and what lies there. Untrusted, nothing of it is read. */
export class Folder {
  history: History = nothing;
  trusted: boolean;
  readonly #options: FolderOptions;
  /** By file: what one says is weighed against what the others say. */
  readonly #memos = new Map<string, AnalysisMemo>();
  readonly #home = homedir();
  readonly #disk: PatternDisk;
  #known: { readonly at: number; readonly rules: readonly PlacedRule[] } | undefined;

  constructor(options: FolderOptions) {
    this.#options = options;
    this.trusted = options.trusted;
    this.#disk = new PatternDisk(options.workspace === undefined ? [] : [options.workspace], this.#home);
  }

  at(file: string): RuleFile {
    const { workspace, claudeFolder } = this.#options;
    return ruleFileAt(file, { workspace, claudeFolder, home: this.#home });
  }

  /** Other files may have changed. */
  forget(): void {
    this.#known = undefined;
    this.#disk.forget();
  }

  around(file: string): Around {
    const now = Date.now();
    return {
      draw: this.#options.draw,
      history: this.trusted ? this.history : nothing,
      now,
      memo: this.#memoOf(file),
      others: this.trusted ? this.#rules(now).filter(rule => rule.file !== file) : [],
      disk: this.trusted && this.#options.workspace !== undefined ? this.#disk : undefined,
    };
  }

  close(file: string): void {
    this.#memos.delete(file);
  }

  #memoOf(file: string): AnalysisMemo {
    let memo = this.#memos.get(file);
    if (!memo) this.#memos.set(file, (memo = new AnalysisMemo()));
    return memo;
  }

  get folders(): Folders | undefined {
    const { workspace } = this.#options;
    return this.trusted && workspace !== undefined ? new Folders(workspace, this.#home) : undefined;
  }

  /** Where a rule of a file can go. */
  targets(from: string): readonly Target[] {
    if (!this.trusted) return [];
    return (
      this.#rulesFiles()
        .filter(({ file }) => file !== from)
        .map(({ file, shown }) => ({ file, shown, root: this.at(file).root, text: textOf(file) }))
        // What cannot be understood is not written into.
        .filter(
          ({ file, text }) => text === undefined || !readRuleDocument(text, this.at(file)).problems.some(isBroken),
        )
    );
  }

  #rulesFiles(): readonly Pick<Target, 'file' | 'shown'>[] {
    const { workspace, ownFile } = this.#options;
    const name = join('.latch', 'rules.json');
    return [
      ...(workspace === undefined ? [] : [{ file: join(workspace, name), shown: '.latch/rules.json' }]),
      { file: join(this.#home, name), shown: '~/.latch/rules.json' },
      ...(ownFile === undefined ? [] : [{ file: ownFile, shown: say('your own rules for this folder') }]),
    ];
  }

  #rules(now: number): readonly PlacedRule[] {
    if (this.#known && now - this.#known.at < freshMs) return this.#known.rules;
    const { workspace, claudeFolder } = this.#options;
    const settings = workspace === undefined ? [] : claudeSettingsFiles({ home: this.#home, workspace, claudeFolder });
    const files = [...this.#rulesFiles(), ...settings].map(({ file }) => file);
    const rules = files.flatMap((file): readonly PlacedRule[] => {
      const text = textOf(file);
      return text === undefined || tooBig(text) ? [] : readRuleDocument(text, this.at(file)).rules;
    });
    this.#known = { at: now, rules };
    return rules;
  }
}

function isBroken({ kind }: { readonly kind: string }): boolean {
  return kind === 'json' || kind === 'version' || kind === 'tooBig';
}

function textOf(file: string): string | undefined {
  try {
    return readSmallFile(file);
  } catch {
    return undefined;
  }
}
