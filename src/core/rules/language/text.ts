/** Characters that a person cannot see, or that make text look like something else. */

const hiddenRanges: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  // Halves of characters that belong to nothing.
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0e],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  // Tags and variation selectors.
  [0xe0000, 0xe0fff],
];

/** The first character that must not be approved unseen, by its code point (`U+202E`). */
export function hiddenText(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Nearly all text is here: printable ASCII, tab and line feed.
    if ((unit >= 0x20 && unit < 0x7f) || unit === 0x0a || unit === 0x09) continue;
    const code = text.codePointAt(at) ?? unit;
    if (hiddenRanges.some(([from, to]) => from <= code && code <= to)) return codePointName(code);
    if (code > 0xffff) at++;
  }
  return undefined;
}

function codePointName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** In a path even a line break and a tab deceive. */
export function hiddenInPath(path: string): string | undefined {
  const lineBreak = /[\t\n]/.exec(path);
  if (lineBreak) return codePointName(path.charCodeAt(lineBreak.index));
  return hiddenText(path);
}

/** A line continuation that joins two halves of a word: what is read is not what runs. */
export function hasGluedContinuation(text: string): boolean {
  return /[^\s\\]\\\n[^\s]/.test(text);
}
