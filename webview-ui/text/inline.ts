/** What stands within a line. A link is its text with the address behind it, and opens nothing. */
export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'strike'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly parts: readonly Inline[]; readonly target: string };

const inline =
  /(`{1,3})(.+?)\1|\*\*(\S|\S.*?\S)\*\*|__(\S|\S.*?\S)__|\*([^*\s]|[^*\s][^*]*?[^*\s])\*|(?<!\w)_([^_\s]|[^_\s][^_]*?[^_\s])_(?!\w)|~~(\S|\S.*?\S)~~|\[([^\]]+)\]\(([^)]+)\)|\\([\\`*_{}[\]()#+\-.!~>|])/gs;

/** Searching for pairs costs the square of the length; a paragraph this long is data. */
const longestInline = 4000;

export function parseInline(text: string): readonly Inline[] {
  if (text.length > longestInline) return [text];
  const parts: Inline[] = [];
  let plainFrom = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > plainFrom) parts.push(text.slice(plainFrom, match.index));
    parts.push(spanOf(match));
    plainFrom = match.index + match[0].length;
  }
  if (plainFrom < text.length) parts.push(text.slice(plainFrom));
  return parts;
}

function spanOf(match: RegExpExecArray): Inline {
  const [, , code, strong, strongToo, em, emToo, strike, label, target, escaped] = match;
  if (code !== undefined) return { kind: 'code', text: code.trim() };
  const bold = strong ?? strongToo;
  if (bold !== undefined) return { kind: 'strong', parts: parseInline(bold) };
  const slanted = em ?? emToo;
  if (slanted !== undefined) return { kind: 'em', parts: parseInline(slanted) };
  if (strike !== undefined) return { kind: 'strike', parts: parseInline(strike) };
  if (label !== undefined && target !== undefined) return { kind: 'link', parts: parseInline(label), target };
  return escaped ?? match[0];
}
