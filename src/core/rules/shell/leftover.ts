/** A part of the source that the parser took for a word, a redirection or a here-document. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * What the parser did not turn into words must be blanks, comments, operators and keywords.
 * It passes over some text without an error (`ls (`), and what it passed over must not be approved.
 */
export function hasLeftover(source: string, whole: Span, spans: readonly Span[]): boolean {
  const sorted = spans
    .filter(span => span.from >= whole.from && span.to <= whole.to)
    .toSorted((one, other) => one.from - other.from);
  let rest = '';
  let at = whole.from;
  for (const span of sorted) {
    if (span.from > at) rest += source.slice(at, span.from);
    // A mark for the word (a character for private use), so that a `#` glued to it does not look like a comment.
    if (span.to > at) rest += '\ue000';
    at = Math.max(at, span.to);
  }
  rest += source.slice(at, whole.to);
  return !onlySyntax.test(rest.replaceAll(comment, '$1'));
}

const comment = /(^|[\s;&|])#[^\n]*/g;
const onlySyntax = /^(?:[\s;&|!\ue000]|\\\n|\b(?:if|then|elif|else|fi|while|until|do|done|for|in|time)\b)*$/;
