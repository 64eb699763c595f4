import { type Hover, MarkupKind } from 'vscode-languageserver';
import { quoted, say, type Sentence } from '../../core/texts/sentence';
import { parseRule, ruleInWords } from '../../core/rules';
import type { WrittenRule } from '../../core/analysis/document';
import { matchedCalls, useOf } from './past';
import { ruleAt, type View } from './view';

const mostCalls = 3;
const longestText = 120;

/** What a rule is about, what it would have decided, when it last did, and what stands above it. */
export function hoverOf(view: View, offset: number): Hover | undefined {
  const rule = ruleAt(view, offset);
  if (!rule) return undefined;
  const parsed = parseRule(rule.pattern, rule.action);
  if ('error' in parsed) return undefined;
  const lines = [
    say('{action}: {what}', { action: say(rule.action), what: ruleInWords(parsed.rule) }),
    ...usedLines(view, rule),
    ...view.findings.flatMap(({ by, place, message }) =>
      by && place !== undefined && view.document.rules[place] === rule ? [message] : [],
    ),
    ...callLines(view, rule),
  ];
  // Texts of an agent stand in it, so it is no Markdown.
  const value = lines.map(line => view.around.draw(line)).join('\n');
  return { contents: { kind: MarkupKind.PlainText, value }, range: view.range(rule.spans.entry) };
}

function usedLines(view: View, rule: WrittenRule): readonly Sentence[] {
  const use = useOf(view, rule);
  if (!use) return view.around.history.uses.length > 0 ? [say('It has decided no call yet.')] : [];
  const { count } = use;
  const date = dateOf(use.last);
  return count === 1
    ? [say('It decided one call, on {date}.', { date })]
    : [say('It decided {count} calls, the last one on {date}.', { count, date })];
}

function callLines(view: View, rule: WrittenRule): readonly Sentence[] {
  const calls = matchedCalls(view, rule, mostCalls);
  if (calls.length === 0) return [];
  const texts = calls.map(({ tool, text }) => {
    const line = text.replaceAll(/\s+/g, ' ');
    return quoted(`  ${tool} ${line.length > longestText ? `${line.slice(0, longestText)}…` : line}`);
  });
  return [say('Of past calls it would have decided:'), ...texts];
}

export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
