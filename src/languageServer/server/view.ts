import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from 'vscode-languageserver';
import {
  documentFindings,
  type Finding,
  type RuleDocument,
  tooBig,
  type WrittenRule,
} from '../../core/analysis/document';
import type { AnalysisMemo, PlacedRule } from '../../core/analysis/findings';
import type { DiskFacts } from '../../core/analysis/disk';
import type { Span } from '../../core/analysis/finding';
import { readRuleDocument, rereadRuleDocument, type RuleFile } from '../../stores/ruleDocument';
import type { Draw } from '../../core/texts/translate';
import type { History } from '../protocol';

/** What is known beside the text that is open. */
export interface Around {
  readonly draw: Draw;
  readonly history: History;
  readonly now: number;
  /** Rules of other files that count too. */
  readonly others: readonly PlacedRule[];
  /** Undefined in a folder that is not trusted: then nothing is read from the disk. */
  readonly disk: DiskFacts | undefined;
  readonly memo: AnalysisMemo;
}

/** A file of rules at one moment, with all that is to be said of it. */
export interface View {
  readonly text: string;
  readonly at: RuleFile;
  readonly uri: string;
  readonly version: number;
  readonly document: RuleDocument;
  readonly findings: readonly Finding[];
  readonly around: Around;
  /** Of thousands of rules not all are tried at once: what is missing comes with the next look. */
  readonly isWhole: boolean;
  readonly range: (span: Span) => Range;
}

/**
 * An editor waits for no more than this many; measured at 1 ms each for the first ones, and 0.1 ms later. In a file of
 * thousands nothing is tried before what is open or was typed is told of, and what is typed next waits for few.
 */
const triesAtOnce = 40;
const [manyRules, triesInMany] = [1000, 4];

/** `before` is what was seen of it before an edit. */
export function viewOf(open: TextDocument, at: RuleFile, around: Around, before?: View): View {
  const text = open.getText();
  const big = tooBig(text);
  const document = big ? { text, rules: [], problems: [] } : documentOf(text, at, before);
  const { now, disk, others, history, memo } = around;
  const isMany = document.rules.length > manyRules;
  const isAgain = before?.text === text;
  const tries = { left: !isMany ? triesAtOnce : isAgain ? triesInMany : 0, missed: false };
  const facts = { now, memo, tries, tools: history.tools, ...(disk ? { disk } : {}) };
  return {
    text,
    at,
    uri: open.uri,
    version: open.version,
    document,
    findings: big ? [big] : documentFindings(document, others, facts),
    around,
    get isWhole() {
      return !tries.missed;
    },
    range: span => rangeIn(open, span),
  };
}

function documentOf(text: string, at: RuleFile, before: View | undefined): RuleDocument {
  return before ? rereadRuleDocument(before.document, text, at) : readRuleDocument(text, at);
}

function rangeIn(open: TextDocument, { at, length }: Span): Range {
  return { start: open.positionAt(at), end: open.positionAt(at + length) };
}

/** The rule that stands at a place of the text. */
export function ruleAt({ document }: View, offset: number): WrittenRule | undefined {
  return document.rules.find(({ spans: { entry } }) => entry.at <= offset && offset <= entry.at + entry.length);
}
