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
import { readRuleDocument, type RuleFile } from '../../stores/ruleDocument';
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
  readonly range: (span: Span) => Range;
}

export function viewOf(open: TextDocument, at: RuleFile, around: Around): View {
  const text = open.getText();
  const big = tooBig(text);
  const document = big ? { text, rules: [], problems: [] } : readRuleDocument(text, at);
  const { now, disk, others, history, memo } = around;
  const facts = { now, memo, tools: history.calls.map(({ tool }) => tool), ...(disk ? { disk } : {}) };
  return {
    text,
    at,
    uri: open.uri,
    version: open.version,
    document,
    findings: big ? [big] : documentFindings(document, others, facts),
    around,
    range: span => rangeIn(open, span),
  };
}

function rangeIn(open: TextDocument, { at, length }: Span): Range {
  return { start: open.positionAt(at), end: open.positionAt(at + length) };
}

/** The rule that stands at a place of the text. */
export function ruleAt({ document }: View, offset: number): WrittenRule | undefined {
  return document.rules.find(({ spans: { entry } }) => entry.at <= offset && offset <= entry.at + entry.length);
}
