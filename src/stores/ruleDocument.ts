import { basename, dirname, join } from 'node:path';
import type { DocumentProblem, RuleDocument, RuleSpans, WrittenRule } from '../core/analysis/document';
import type { Span } from '../core/analysis/finding';
import type { Scope } from '../core/call/ruleRef';
import { claudeSettingsFiles } from './claudeSettings';
import { isInside } from './isInside';
import { type FileRule, parseRulesFile } from './rulesFile';
import { parseSettings } from './settingsText';
import { breaksIn, changeOf } from './textChange';

/** A file in which rules stand, and what its scope means by them. */
export interface RuleFile {
  readonly kind: 'rules' | 'settings';
  readonly file: string;
  readonly scope: Scope;
  /** The folder that a leading `/` of a path rule means. */
  readonly root: string;
  /** The machine's own settings, which only whoever manages it may change. */
  readonly readOnly?: boolean;
}

interface Around {
  /** The folder for which rules are looked at; without it the one in which the file lies. */
  readonly workspace?: string | undefined;
  readonly home: string;
  /** CLAUDE_CONFIG_DIR of the agent, where it has one. */
  readonly claudeFolder?: string | undefined;
}

/** What a file of rules is, by where it lies. */
export function ruleFileAt(file: string, { workspace, home, claudeFolder }: Around): RuleFile {
  const folder = dirname(file);
  const isSettings = /^(?:managed-)?settings(?:\.local)?\.json$/.test(basename(file));
  if (isSettings) {
    const places = { home, workspace: workspace ?? dirname(folder), claudeFolder };
    const known = claudeSettingsFiles(places).find(it => it.file === file);
    const root = known?.root ?? (basename(folder) === '.claude' ? dirname(folder) : folder);
    const readOnly = basename(file).startsWith('managed-');
    return { kind: 'settings', file, scope: 'claude', root, ...(readOnly ? { readOnly } : {}) };
  }
  const root = basename(folder) === '.latch' ? dirname(folder) : folder;
  if (file === join(home, '.latch', 'rules.json')) return { kind: 'rules', file, scope: 'user', root: home };
  // The rules of a person for one folder lie beside the extension's own files, and are about that folder.
  if (workspace !== undefined && !isInside(file, workspace) && basename(file) !== 'rules.json')
    return { kind: 'rules', file, scope: 'workspace', root: workspace };
  return { kind: 'rules', file, scope: 'project', root };
}

/** The text of such a file, with the place of each of its rules. */
export function readRuleDocument(text: string, { kind, file, scope, root }: RuleFile): RuleDocument {
  const place = { scope, root, file };
  if (kind === 'settings') {
    const { rules, problems } = parseSettings(text);
    return { text, problems, rules: rules.map((rule): WrittenRule => Object.assign(rule, place)) };
  }
  const { rules, problems } = parseRulesFile(text, 'spans');
  return {
    text,
    problems,
    rules: rules.flatMap((rule): readonly WrittenRule[] => written(rule).map(it => Object.assign(it, place))),
  };
}

function written({ rule: { id: _id, expires, ...rule }, line, spans }: FileRule) {
  if (!spans) return [];
  // An end that cannot be read never comes.
  const ends = expires === undefined || expires === Number.POSITIVE_INFINITY ? {} : { expires };
  return [{ ...rule, ...ends, line, spans }];
}

/**
 * The same after an edit. Where it lies inside of one rule and leaves it one, only this rule is read again: a file of
 * thousands is read once, and not with every key that is pressed.
 */
export function rereadRuleDocument(before: RuleDocument, text: string, at: RuleFile): RuleDocument {
  if (before.text === text) return before;
  return rereadOne(before, text, at) ?? readRuleDocument(text, at);
}

const around = ['{"rules":[', ']}'] as const;

function rereadOne(before: RuleDocument, text: string, at: RuleFile): RuleDocument | undefined {
  if (at.kind !== 'rules' || before.problems.some(({ kind }) => kind === 'json')) return undefined;
  const { from, to, grown } = changeOf(before.text, text);
  const place = before.rules.findIndex(({ spans: { entry } }) => entry.at < from && to < entry.at + entry.length);
  const old = before.rules[place];
  if (!old) return undefined;
  const { entry } = old.spans;
  const own = text.slice(entry.at, entry.at + entry.length + grown);
  const read = readRuleDocument(around.join(own), at);
  const [rule, more] = read.rules;
  if (!rule || more || read.problems.some(({ kind }) => kind === 'json' || kind === 'twice')) return undefined;
  const [lines, linesBefore] = [own, before.text.slice(entry.at, entry.at + entry.length)].map(breaksIn);
  const inside: Shift = { by: entry.at - around[0].length, lines: old.line - 1 };
  const behind: Shift = { by: grown, lines: (lines ?? 0) - (linesBefore ?? 0) };
  const isBehind = ({ span }: { readonly span: Span }): boolean => span.at >= entry.at + entry.length;
  return {
    text,
    rules: before.rules.map((it, other) =>
      other < place ? it : other === place ? shifted(rule, inside) : shifted(it, behind),
    ),
    problems: [
      ...before.problems.filter(({ span }) => span.at < entry.at),
      ...read.problems.map(problem => shiftedProblem(problem, inside)),
      ...before.problems.filter(isBehind).map(problem => shiftedProblem(problem, behind)),
    ],
  };
}

interface Shift {
  readonly by: number;
  readonly lines: number;
}

function shifted(rule: WrittenRule, { by, lines }: Shift): WrittenRule {
  if (by === 0 && lines === 0) return rule;
  return { ...rule, line: rule.line + lines, spans: MovedSpans.of(rule.spans, by) };
}

/** Places that stand further on than when they were read: of thousands, only those that somebody asks for are reckoned. */
class MovedSpans implements RuleSpans {
  readonly #read: RuleSpans;
  readonly #by: number;

  private constructor(read: RuleSpans, by: number) {
    this.#read = read;
    this.#by = by;
  }

  static of(spans: RuleSpans, by: number): MovedSpans {
    return spans instanceof MovedSpans ? new MovedSpans(spans.#read, spans.#by + by) : new MovedSpans(spans, by);
  }

  get entry(): Span {
    return this.#moved(this.#read.entry);
  }

  get pattern(): Span {
    return this.#moved(this.#read.pattern);
  }

  get action(): Span | undefined {
    return this.#read.action && this.#moved(this.#read.action);
  }

  get expires(): Span | undefined {
    return this.#read.expires && this.#moved(this.#read.expires);
  }

  get keys(): ReadonlyMap<string, Span> {
    return new Map(Array.from(this.#read.keys, ([name, span]) => [name, this.#moved(span)]));
  }

  get match(): readonly Span[] {
    return this.#read.match.map(span => this.#moved(span));
  }

  get noMatch(): readonly Span[] {
    return this.#read.noMatch.map(span => this.#moved(span));
  }

  #moved({ at, length }: Span): Span {
    return { at: at + this.#by, length };
  }
}

function shiftedProblem(problem: DocumentProblem, { by, lines }: Shift): DocumentProblem {
  const { span, line } = problem;
  return { ...problem, line: line + lines, span: { at: span.at + by, length: span.length } };
}
