import type { Range, TextEdit } from 'vscode-languageserver';
import type { Span } from '../../core/analysis/finding';
import type { WrittenRule } from '../../core/analysis/document';
import { parseRule } from '../../core/rules';
import type { View } from './view';

/** The beginning of a path up to the segment at a place, which all rules with it can be given anew. */
interface Prefix {
  readonly text: string;
  readonly span: Span;
}

export function prefixAt(
  view: View,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | undefined {
  const prefix = view.at.readOnly === true ? undefined : prefixOf(view, offset);
  return prefix && { range: view.range(prefix.span), placeholder: prefix.text };
}

export function renamed(view: View, offset: number, newName: string): TextEdit[] {
  const prefix = prefixOf(view, offset);
  if (!prefix) return [];
  return view.document.rules.flatMap((rule): TextEdit[] => {
    const path = pathIn(view, rule);
    if (!path || !(path.text === prefix.text || path.text.startsWith(`${prefix.text}/`))) return [];
    const range = view.range({ at: path.span.at, length: prefix.text.length });
    return [{ range, newText: JSON.stringify(newName).slice(1, -1) }];
  });
}

function prefixOf(view: View, offset: number): Prefix | undefined {
  for (const rule of view.document.rules) {
    const path = pathIn(view, rule);
    if (!path || offset < path.span.at || offset > path.span.at + path.span.length) continue;
    const slash = path.text.indexOf('/', Math.max(offset - path.span.at, 2));
    const text = slash < 0 ? path.text : path.text.slice(0, slash);
    return /[*?[]/.test(text) ? undefined : { text, span: { at: path.span.at, length: text.length } };
  }
  return undefined;
}

/** The path of a rule in the text. One that needs escapes is left alone. */
function pathIn({ text }: View, { pattern, action, spans }: WrittenRule): Prefix | undefined {
  const parsed = parseRule(pattern, action);
  if ('error' in parsed || parsed.rule.kind !== 'path' || pattern.includes('\\')) return undefined;
  const start = text.indexOf('(', spans.pattern.at) + 1;
  const end = text.lastIndexOf(')', spans.pattern.at + spans.pattern.length);
  return { text: text.slice(start, end), span: { at: start, length: end - start } };
}
