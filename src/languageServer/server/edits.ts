import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import type { TextEdit } from 'vscode-languageserver';
import type { Span } from '../../core/analysis/finding';
import { formattingOf, withoutItem } from '../../stores/rulesFileEdit';
import type { View } from './view';

/** The one edit that makes another text of a text: what both begin and end with stays, comments and all. */
export function changeOf(view: View, after: string): TextEdit[] {
  const { text } = view;
  if (text === after) return [];
  const most = Math.min(text.length, after.length);
  let start = 0;
  while (start < most && text[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && text[text.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const range = view.range({ at: start, length: text.length - end - start });
  return [{ range, newText: after.slice(start, after.length - end) }];
}

export function replaced(view: View, span: Span, newText: string): TextEdit[] {
  return [{ range: view.range(span), newText }];
}

/** Where a rule stands in the JSON of its file. */
export function pathOf(view: View, place: number): JSONPath {
  const rule = view.document.rules[place];
  const entries = view.document.rules.filter(it => view.at.kind === 'rules' || it.action === rule?.action);
  const list = view.at.kind === 'rules' ? ['rules'] : ['permissions', rule?.action ?? ''];
  return [...list, entries.findIndex(it => it === rule)];
}

export function without(view: View, place: number): TextEdit[] {
  return changeOf(view, withoutItem(view.text, view.document.rules[place]?.spans.entry.at ?? -1));
}

export function withValue(view: View, path: JSONPath, value: unknown, isArrayInsertion: boolean): TextEdit[] {
  return changeOf(view, textWith(view.text, path, value, isArrayInsertion));
}

export function textWith(text: string, path: JSONPath, value: unknown, isArrayInsertion: boolean): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: formattingOf(text), isArrayInsertion }));
}
