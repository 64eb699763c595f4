import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { RuleSpans } from '../core/analysis/document';
import type { Span } from '../core/analysis/finding';

export function spanOf({ offset, length }: Pick<Node, 'offset' | 'length'>): Span {
  return { at: offset, length };
}

/** Where the parts of a rule stand: an object of a rules file, or a text in a list of settings. */
export function spansOf(entry: Node, pattern: Node): RuleSpans {
  const keys = new Map<string, Span>();
  for (const { children: [key] = [] } of entry.children ?? [])
    if (key && typeof key.value === 'string') keys.set(key.value, spanOf(key));
  const valueOf = (...path: string[]): Span | undefined => {
    const node = entry.type === 'object' ? findNodeAtLocation(entry, path) : undefined;
    return node && spanOf(node);
  };
  const texts = (list: string): readonly Span[] =>
    ((entry.type === 'object' ? findNodeAtLocation(entry, ['examples', list]) : undefined)?.children ?? [])
      .filter(child => typeof child.value === 'string')
      .map(spanOf);
  const [action, expires] = [valueOf('action'), valueOf('expires')];
  return {
    entry: spanOf(entry),
    pattern: spanOf(pattern),
    keys,
    match: texts('match'),
    noMatch: texts('noMatch'),
    ...(action ? { action } : {}),
    ...(expires ? { expires } : {}),
  };
}
