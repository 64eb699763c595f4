import { type AnalysisFacts, findingsOf, type PlacedRule } from './findings';
import {
  type FileFault,
  type Part,
  type RuleFault,
  type RuleFinding,
  severities,
  type Severity,
  type Span,
} from './finding';
import { say, type Sentence } from '../texts/sentence';

/** Where the parts of a rule stand in its text. */
export interface RuleSpans {
  readonly entry: Span;
  /** With its quotes. */
  readonly pattern: Span;
  readonly action?: Span | undefined;
  readonly expires?: Span | undefined;
  readonly keys: ReadonlyMap<string, Span>;
  readonly match: readonly Span[];
  readonly noMatch: readonly Span[];
}

export interface WrittenRule extends PlacedRule {
  readonly line: number;
  readonly spans: RuleSpans;
}

/** What is wrong with a file beside what its rules say. */
export interface DocumentProblem {
  readonly kind: FileFault | RuleFault;
  /** Counted from 1. */
  readonly line: number;
  readonly span: Span;
  readonly message: Sentence;
  /** What was probably meant instead. */
  readonly better?: string;
}

export interface RuleDocument {
  readonly text: string;
  readonly rules: readonly WrittenRule[];
  readonly problems: readonly DocumentProblem[];
}

/** Something to say of a place in a file of rules. */
export interface Finding extends DocumentProblem {
  readonly severity: Severity;
  /** The place of the rule in the file. */
  readonly place?: number;
  /** The rule that is in its way, in this file or another one. */
  readonly by?: PlacedRule;
}

/** In characters. More is not looked at while somebody writes; its rules count all the same. */
const longestAnalysed = 4 * 1024 * 1024;

/** The one finding of a text that is too big; undefined where it is not. */
export function tooBig(text: string): Finding | undefined {
  if (text.length <= longestAnalysed) return undefined;
  const message = say('This file is too big to be looked at: more than {most} million characters.', { most: 4 });
  return { kind: 'tooBig', severity: severities.tooBig, line: 1, span: { at: 0, length: 1 }, message };
}

/** All there is to say of a file, from its beginning to its end; `others` are rules that stand elsewhere and count too. */
export function documentFindings(
  { text, rules, problems }: RuleDocument,
  others: readonly PlacedRule[],
  facts: AnalysisFacts,
): readonly Finding[] {
  const all = [...rules, ...others];
  const ofRules = findingsOf(all, facts).flatMap(finding => {
    const rule = rules[finding.place];
    return rule ? [placed(finding, rule, all, text)] : [];
  });
  return [...problems.map(rated), ...ofRules].toSorted((one, other) => one.span.at - other.span.at);
}

function rated(problem: DocumentProblem): Finding {
  return { ...problem, severity: severities[problem.kind] };
}

function placed(
  { kind, reason, part, place, by, better }: RuleFinding,
  rule: WrittenRule,
  all: readonly PlacedRule[],
  text: string,
): Finding {
  const other = by === undefined ? undefined : all[by];
  return {
    kind,
    severity: severities[kind],
    line: rule.line,
    span: spanOf(part, rule, text),
    message: reason,
    place,
    ...(other ? { by: other } : {}),
    ...(better === undefined ? {} : { better }),
  };
}

function spanOf(part: Part | undefined, { spans, pattern }: WrittenRule, text: string): Span {
  if (!part) return spans.pattern;
  switch (part.of) {
    case 'pattern': {
      // From there to the end of the pattern, or its last character where nothing follows.
      const from = Math.min(part.at, Math.max(pattern.length - 1, 0));
      const [at, end] = [offsetIn(text, spans.pattern, from), offsetIn(text, spans.pattern, pattern.length)];
      return pattern === '' ? spans.pattern : { at, length: Math.max(end - at, 1) };
    }
    case 'key':
      return spans.keys.get(part.name) ?? spans.entry;
    case 'expires':
      return spans.expires ?? spans.pattern;
    case 'example':
      return spans[part.list][part.place] ?? spans.pattern;
    default:
      return part satisfies never;
  }
}

/** Where a character of a text stands in the JSON that says it: an escape is several characters there. */
function offsetIn(json: string, { at, length }: Span, character: number): number {
  let offset = at + 1;
  for (let left = character; left > 0 && offset < at + length - 1; left--)
    offset += json[offset] !== '\\' ? 1 : json[offset + 1] === 'u' ? 6 : 2;
  return offset;
}
