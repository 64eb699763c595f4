import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { planEdits, type Planned } from '../core/ruleAdmin/edits';
import type { RuleEdit, StoredRule, StoreProblem } from '../core/ruleAdmin/storedRule';
import { writeAtomically } from './atomicWrite';
import { codeOf } from './errorCode';
import { isInside } from './isInside';
import { stampOf, watchFiles } from './fileStamp';
import { type Lease, lockPatienceMs, waitForLease } from './lease';
import { readSmallFile } from './readSmallFile';
import { parseRulesFile, type RulesFile } from './rulesFile';
import { type ReadRules, rereadRulesFile } from './rulesFileAgain';
import { editRulesFile, emptyRulesFile } from './rulesFileEdit';
import { type Changed, conflict, type RuleList, type RuleStore } from './ruleStore';
import { sha256 } from './sha256';
import { storedRules } from './storedRules';
import { messageOf } from '../core/base/messageOf';
import { say, type Sentence } from '../core/texts/sentence';
import { sentenceOf } from '../core/texts/told';

interface FileStoreOptions {
  readonly file: string;
  /** The file is written only if it really lies in this folder, whatever links a repository brings. */
  readonly within?: string;
  /** A file that only this person may read. */
  readonly private?: boolean;
  /** Runs the writing of each change of ours, for whoever has to know of it while nothing else happens. */
  readonly whileWriting?: WhileWriting;
}

export interface TextChange {
  readonly before: string | undefined;
  readonly after: string;
}

/** `write` says whether the change is on the disk, and so does what ran it. */
export type WhileWriting = (change: TextChange, write: () => Promise<boolean>) => Promise<boolean>;

/** What a change would make of a file, or why it cannot be made. */
export type TextAfter =
  | {
      readonly ok: true;
      readonly file: string;
      readonly before: string;
      readonly after: string;
      /** Of what it was before. */
      readonly revision: string;
    }
  | { readonly ok: false; readonly problem: StoreProblem };

/** What was read of a file, and what told that it had not changed since. */
interface Content extends RuleList {
  readonly text: string | undefined;
  readonly parsed: RulesFile | undefined;
}

/** Rules in a file that people write too: JSON with comments, of which only what changes is touched. */
export class FileStore implements RuleStore {
  readonly #options: FileStoreOptions;
  readonly #watchers = new Set<() => void>();
  #known: { readonly stamp: string; readonly content: Content } | undefined;
  /** What was read last. */
  #read: ReadRules | undefined;
  /** Changes from this process wait for one another here, and for other processes at the lock. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FileStoreOptions) {
    this.#options = options;
  }

  list(): RuleList {
    return this.#content();
  }

  /** The text as a change would leave it. Nothing is written. */
  textAfter(edits: readonly RuleEdit[]): TextAfter {
    const { file } = this.#options;
    const content = this.#content();
    const planned = planText(file, content, edits);
    if (!planned.ok) return planned;
    return { ok: true, file, before: content.text ?? '', after: planned.text, revision: content.revision };
  }

  change(edits: readonly RuleEdit[], revision?: string): Promise<Changed> {
    const changed = this.#last.then(() => this.#locked(edits, revision));
    this.#last = changed.catch(() => {});
    return changed;
  }

  watch(changed: () => void): () => void {
    const { file } = this.#options;
    let revision = this.list().revision;
    const look = (): void => {
      const now = this.list().revision;
      if (now === revision) return;
      revision = now;
      changed();
    };
    const end = watchFiles([file], look);
    this.#watchers.add(look);
    return () => {
      end();
      this.#watchers.delete(look);
    };
  }

  /** What is on the disk at this moment; read again only when its stamp is another one. */
  #content(): Content {
    const { file } = this.#options;
    const stamp = stampOf(file);
    if (stamp !== undefined && this.#known?.stamp === stamp) return this.#known.content;
    try {
      const content = this.#contentOf(readSmallFile(file));
      this.#known = stamp === undefined ? undefined : { stamp, content };
      return content;
    } catch (error) {
      return isMissing(error) ? absent : unreadable(file, error);
    }
  }

  #contentOf(text: string): Content {
    const parsed = rereadRulesFile(this.#read, text);
    this.#read = { text, parsed };
    return contentOf(this.#options.file, this.#read);
  }

  async #locked(edits: readonly RuleEdit[], revision: string | undefined): Promise<Changed> {
    const { file, within } = this.#options;
    let lock: Lease | undefined;
    try {
      await mkdir(dirname(file), { recursive: true });
      const target = await realFile(file);
      if (within !== undefined && !isInside(target, await realpath(within)))
        return failed(
          'unwritable',
          file,
          say('{file} leads out of {folder}, so it is not written.', { file, folder: within }),
        );
      lock = await waitForLease(`${target}.lease`, lockPatienceMs);
      if (!lock) return failed('locked', file, say('{file} is locked by another process. Try again.', { file }));
      return await this.#write(target, lock, edits, revision);
    } catch (error) {
      return failed(
        'unwritable',
        file,
        say('{file} cannot be written ({error}). Nothing was changed.', { file, error: messageOf(error) }),
      );
    } finally {
      await lock?.release().catch(() => {});
    }
  }

  async #write(
    target: string,
    lock: Lease,
    edits: readonly RuleEdit[],
    revision: string | undefined,
  ): Promise<Changed> {
    const { file, whileWriting = (_, write) => write() } = this.#options;
    this.#known = undefined;
    const before = this.#content();
    if (revision !== undefined && revision !== before.revision) return { ok: false, problem: conflict };
    const planned = planText(file, before, edits);
    if (!planned.ok) return planned;
    const { ids, inverse, text } = planned;
    if (planned.steps.length === 0) return { ok: true, revision: before.revision, ids, inverse };
    const written = await whileWriting({ before: before.text, after: text }, () =>
      writeAtomically(target, text, {
        stillOurs: () => lock.held(),
        ...(this.#options.private ? { mode: 0o600 } : {}),
      }),
    );
    if (!written)
      return failed('locked', file, say('The lock of {file} was lost. Nothing was changed; try again.', { file }));
    for (const changed of this.#watchers) changed();
    return { ok: true, revision: revisionOf(text), ids, inverse };
  }
}

/** What edits do to the rules of a file, and to its text. */
function planText(
  file: string,
  before: Content,
  edits: readonly RuleEdit[],
): (Planned & { readonly ok: true; readonly text: string }) | { readonly ok: false; readonly problem: StoreProblem } {
  if (before.broken) return { ok: false, problem: brokenProblem(file, before) };
  const planned = planEdits(before.rules, edits);
  if (!planned.ok) return { ok: false, problem: { file, ...planned.problem } };
  const entries = before.parsed?.rules.map(rule => rule.entry) ?? [];
  return { ...planned, text: editRulesFile(before.text ?? emptyRulesFile, entries, planned.steps) };
}

const absent: Content = {
  rules: [],
  revision: 'none',
  problems: [],
  unreadable: [],
  broken: false,
  text: undefined,
  parsed: undefined,
};

/** The rules in the text of a file. */
export function rulesIn(text: string): readonly StoredRule[] {
  return text === '' ? [] : storedRules(parseRulesFile(text).rules, '');
}

function contentOf(file: string, { text, parsed }: ReadRules): Content {
  return {
    rules: storedRules(parsed.rules, file),
    revision: revisionOf(text),
    problems: parsed.problems.map(({ kind, line, message, asks }) => ({
      code: kind === 'unknownKey' ? 'unknownKey' : codeOfProblem(parsed, asks),
      message,
      file,
      line,
    })),
    unreadable: (parsed.broken
      ? parsed.problems.filter(({ kind }) => kind !== 'unknownKey').slice(0, 1)
      : parsed.problems.filter(({ asks }) => asks)
    ).map(({ line, message: why }) => ({ line, why })),
    broken: parsed.broken,
    text,
    parsed,
  };
}

function codeOfProblem({ newer, broken }: RulesFile, asks: boolean): StoreProblem['code'] {
  if (newer) return 'newer';
  if (broken) return 'broken';
  return asks ? 'unreadable' : 'invalid';
}

function revisionOf(text: string): string {
  return sha256(text).slice(0, 16);
}

function brokenProblem(file: string, { problems }: RuleList): StoreProblem {
  const first = problems.find(({ code }) => code !== 'unknownKey');
  const line = first?.line === undefined ? {} : { line: first.line };
  const place = first?.line === undefined ? file : say('{file}, line {line}', { file, line: first.line });
  if (first?.code === 'newer')
    return {
      code: 'newer',
      file,
      ...line,
      message: say('{place}: {problem} Update Latch to change these rules.', { place, problem: first.message }),
    };
  const what = first?.message ?? say('The file cannot be read.');
  return {
    code: 'broken',
    file,
    ...line,
    message: say('{place}: {problem} Mend it first: it was left as it is.', { place, problem: what }),
  };
}

function unreadable(file: string, error: unknown): Content {
  const why = sentenceOf(error);
  const message = say('{file} cannot be read ({error}), so every call asks.', { file, error: why });
  return {
    ...absent,
    revision: `unreadable ${message.text}`,
    broken: true,
    unreadable: [{ why }],
    problems: [{ code: 'broken', message, file }],
  };
}

function failed(code: StoreProblem['code'], file: string, message: Sentence): Changed {
  return { ok: false, problem: { code, file, message } };
}

/** Where a link leads, so that it stays a link; a file that does not exist yet is made in the real folder. */
async function realFile(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return join(await realpath(dirname(file)), basename(file));
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}
