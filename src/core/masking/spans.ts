/** A part of a text: from one place up to another. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text with something else in the place of each of these parts, which may overlap. */
export function replaced(text: string, spans: readonly Span[], by: string): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let done = 0;
  let open: Span | undefined;
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    if (open && span.start < open.end) {
      open = { start: open.start, end: Math.max(open.end, span.end) };
      continue;
    }
    if (open) {
      pieces.push(text.slice(done, open.start), by);
      done = open.end;
    }
    open = span;
  }
  if (open) {
    pieces.push(text.slice(done, open.start), by);
    done = open.end;
  }
  return pieces.join('') + text.slice(done);
}
