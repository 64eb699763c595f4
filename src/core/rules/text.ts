/** Characters that a person cannot see, or that make text look like something else. */

const hiddenCharacter =
  // oxlint-disable-next-line
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00a0\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The first character that must not be approved unseen, by its code point (`U+202E`). */
export function hiddenText(text: string): string | undefined {
  const found = hiddenCharacter.exec(text);
  if (!found) return undefined;
  return codePointName(text.codePointAt(found.index) ?? 0);
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

/** A line-continuation that joins two halves of a word: what is read is not what runs. */
export function hasGluedContinuation(text: string): boolean {
  return /[^\s\\]\\\n[^\s]/.test(text);
}
