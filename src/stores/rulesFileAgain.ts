import { type FileRule, parseRulesFile, type RulesFile } from './rulesFile';
import { breaksIn, changeOf } from './textChange';

/** A text of rules with what was read of it. */
export interface ReadRules {
  readonly text: string;
  readonly parsed: RulesFile;
}

/** In place of the rules on both sides of a change: only where they are found again at their place was nothing else meant. */
const side = '{"action":"ask","pattern":"Bash(a)"}';
const head = `{"rules":[${side}`;

/**
 * The rules of a text of which another version was read before. Rules outside of what has changed are the ones that were
 * read then: a file of thousands must not hold a call up for as long as it takes to read them all.
 */
export function rereadRulesFile(before: ReadRules | undefined, text: string): RulesFile {
  return (before && onlyChanged(before, text)) ?? parseRulesFile(text);
}

function onlyChanged({ text: before, parsed }: ReadRules, text: string): RulesFile | undefined {
  // What is wrong with a file may be wrong because of any part of it.
  if (isAmiss(parsed)) return undefined;
  const { from, to, grown } = changeOf(before, text);
  const first = parsed.rules.findLastIndex(rule => endOf(rule) <= from);
  const found = parsed.rules.findIndex(rule => rule.span.at >= to);
  const next = found === -1 ? parsed.rules.length : found;
  const [last, behind] = [parsed.rules[first], parsed.rules[next]];
  if (!last) return undefined;
  const start = endOf(last);
  const middle = text.slice(start, behind && behind.span.at + grown);
  const changed = behind ? rulesBetween(middle) : rulesUpToEnd(middle);
  if (!changed) return undefined;
  const line = last.line + breaksIn(before.slice(last.span.at, start)) - 1;
  const lines = breaksIn(middle) - breaksIn(before.slice(start, behind?.span.at));
  const entries = first + 1 + changed.length - next;
  return {
    ...parsed,
    rules: [
      ...parsed.rules.slice(0, first + 1),
      ...changed.map(rule => moved(rule, start - head.length, line, first)),
      ...parsed.rules.slice(next).map(rule => moved(rule, grown, lines, entries)),
    ],
  };
}

function rulesBetween(middle: string): readonly FileRule[] | undefined {
  const rules = rulesBehind(`${middle}${side}]}`);
  return rules?.at(-1)?.span.at === head.length + middle.length ? rules.slice(0, -1) : undefined;
}

/** Behind the last rule only the list and the file come to their end. */
function rulesUpToEnd(end: string): readonly FileRule[] | undefined {
  const rules = rulesBehind(end);
  const last = rules?.at(-1);
  const rest = end.slice(last ? endOf(last) - head.length : 0);
  return /^\s*,?\s*\]\s*\}\s*$/.test(rest) ? rules : undefined;
}

function rulesBehind(text: string): readonly FileRule[] | undefined {
  const read = parseRulesFile(`${head}${text}`);
  return isAmiss(read) || read.rules[0]?.span.at !== head.length - side.length ? undefined : read.rules.slice(1);
}

function isAmiss({ problems, broken, newer }: RulesFile): boolean {
  return problems.length > 0 || broken || newer;
}

function endOf({ span: { at, length } }: FileRule): number {
  return at + length;
}

function moved(rule: FileRule, by: number, lines: number, entries: number): FileRule {
  if (by === 0 && lines === 0 && entries === 0) return rule;
  const { span, line, entry } = rule;
  return { ...rule, span: { at: span.at + by, length: span.length }, line: line + lines, entry: entry + entries };
}
