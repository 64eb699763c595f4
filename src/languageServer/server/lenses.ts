import { type CodeLens, type InlayHint, InlayHintKind } from 'vscode-languageserver';
import { say, type Sentence } from '../../core/texts/sentence';
import { parseRule, ruleInWords } from '../../core/rules';
import { commands, type NamedRule, type RuleUse } from '../protocol';
import { dateOf } from './hover';
import { useOf } from './past';
import type { View } from './view';

/** Above each rule: how often it decided, and the test box with it. Their commands are those of Latch. */
export function lensesOf(view: View): CodeLens[] {
  const { draw } = view.around;
  return view.document.rules.flatMap((rule): CodeLens[] => {
    // One that is not understood has no call to try.
    if ('error' in parseRule(rule.pattern, rule.action)) return [];
    const range = view.range({ at: rule.spans.entry.at, length: 0 });
    const named: NamedRule = { file: view.at.file, action: rule.action, pattern: rule.pattern };
    const use = useOf(view, rule);
    return [
      { range, command: { title: draw(usedText(use)), command: commands.callsOfRule, arguments: [named] } },
      { range, command: { title: draw(say('Try it')), command: commands.tryRule, arguments: [named] } },
    ];
  });
}

function usedText(use: RuleUse | undefined): Sentence {
  if (!use) return say('no calls yet');
  const date = dateOf(use.last);
  return use.count === 1
    ? say('one call, on {date}', { date })
    : say('{count} calls, last on {date}', { count: use.count, date });
}

/** Behind each pattern what it means, in words. */
export function hintsOf(view: View, from: number, to: number): InlayHint[] {
  return view.document.rules.flatMap(({ pattern, action, spans }): InlayHint[] => {
    const end = spans.pattern.at + spans.pattern.length;
    const parsed = parseRule(pattern, action);
    if (end < from || end > to || 'error' in parsed) return [];
    const { start: position } = view.range({ at: end, length: 0 });
    const label = view.around.draw(ruleInWords(parsed.rule));
    return [{ position, label, kind: InlayHintKind.Type, paddingLeft: true }];
  });
}
