/** So much of what a command has printed is shown while it runs: its end. */
const mostShown = 8000;

/** The end of what was printed so far, in whole lines where there are any. */
export function endOfPrinted(text: string): string {
  if (text.length <= mostShown) return text;
  const end = text.slice(-mostShown);
  const line = end.indexOf('\n') + 1;
  // A line that is longer than all of it is cut, but no character of it.
  return line > 0 && line < end.length ? end.slice(line) : end.replace(/^[\uDC00-\uDFFF]/, '');
}
