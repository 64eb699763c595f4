/**
 * Characters that a person does not see, or that make other text look different from what it is. A command that shows
 * one thing and runs another is the oldest trick on an approval: every such character becomes a visible mark.
 */
type HiddenKind = 'control' | 'invisible' | 'direction' | 'private' | 'tag' | 'space' | 'padding' | 'stacked';

export interface HiddenMark {
  readonly kind: HiddenKind;
  readonly codePoint: number;
  /** How many of the same stand here in a row. */
  readonly count: number;
  /** They are not all the same. */
  readonly mixed?: true;
}

/** A piece of a text: plain, or a run of hidden characters. The pieces joined are the text. */
export interface TextPart {
  readonly text: string;
  readonly hidden?: HiddenMark;
}

/** First and last code point of each range, and what it hides. In order, without overlaps. */
const ranges: readonly (readonly [number, number, HiddenKind])[] = [
  [0x00, 0x08, 'control'],
  [0x0b, 0x1f, 'control'],
  [0x7f, 0x9f, 'control'],
  [0xa0, 0xa0, 'space'],
  [0xad, 0xad, 'invisible'],
  [0x34f, 0x34f, 'invisible'],
  [0x61c, 0x61c, 'direction'],
  [0x115f, 0x1160, 'invisible'],
  [0x1680, 0x1680, 'space'],
  [0x17b4, 0x17b5, 'invisible'],
  [0x180b, 0x180f, 'invisible'],
  [0x2000, 0x200a, 'space'],
  [0x200b, 0x200d, 'invisible'],
  [0x200e, 0x200f, 'direction'],
  [0x2028, 0x2029, 'control'],
  [0x202a, 0x202e, 'direction'],
  [0x202f, 0x202f, 'space'],
  [0x205f, 0x205f, 'space'],
  [0x2060, 0x2065, 'invisible'],
  [0x2066, 0x2069, 'direction'],
  [0x206a, 0x206f, 'direction'],
  [0x2800, 0x2800, 'space'],
  [0x3000, 0x3000, 'space'],
  [0x3164, 0x3164, 'invisible'],
  [0xd800, 0xdfff, 'invisible'],
  [0xe000, 0xf8ff, 'private'],
  [0xfe00, 0xfe0e, 'invisible'],
  [0xfeff, 0xfeff, 'invisible'],
  [0xffa0, 0xffa0, 'invisible'],
  [0xfff0, 0xfffb, 'invisible'],
  [0x1d173, 0x1d17a, 'invisible'],
  [0xe0000, 0xe0fff, 'tag'],
  [0xf0000, 0x10ffff, 'private'],
];

/** The shortest run of blanks, and of empty lines, that can push what follows out of sight. */
const blankRun = 40;
const emptyLines = 10;

const hexadecimal = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;
const hiddenClass = ranges.map(([from, to]) => `${hexadecimal(from)}-${hexadecimal(to)}`).join('');
/** U+FE0F belongs to an emoji; behind a letter it is only there to make two equal words differ. */
const strayEmojiMark = '(?<=[\\u{20}-\\u{7e}])\\u{fe0f}';
/** Only from where a run begins: to look from each of its places costs the square of its length. */
const padding = `(?<! ) {${blankRun},}(?=[^ \\n])|(?<!\\n)\\n{${emptyLines + 1},}(?=[^\\n])`;
/**
 * Marks on one letter: over 30 of them are in no writing (UAX 15, stream-safe text). They are drawn over the lines around
 * them, and a browser took four seconds to lay out 4,000 of them. Only from where a run begins.
 */
const stacked = '(?=[\\p{M}\\p{EMod}])(?<![\\p{M}\\p{EMod}])[\\p{M}\\p{EMod}]{31,}';
// A run of marks may begin with one that is hidden by itself: it is looked for first.
const pattern = `${stacked}|([${hiddenClass}]|${strayEmojiMark})\\1*|${padding}`;
const everyHidden = new RegExp(pattern, 'gu');
/** Not global: a global expression remembers where its last test ended, and the next search would begin there. */
const anyHidden = new RegExp(pattern, 'u');

function kindOfCodePoint(codePoint: number): HiddenKind {
  return ranges.find(([from, to]) => codePoint >= from && codePoint <= to)?.[2] ?? 'invisible';
}

const runOfBlanks = /^[ \n]/;

function stackOf(run: string): HiddenMark {
  const [first = '', ...more] = run;
  const mixed = more.some(mark => mark !== first);
  return {
    kind: 'stacked',
    codePoint: first.codePointAt(0) ?? 0,
    count: more.length + 1,
    ...(mixed ? { mixed } : {}),
  };
}

function markOf(run: string, repeated: string | undefined): HiddenMark {
  const codePoint = run.codePointAt(0) ?? 0;
  if (repeated === undefined)
    return runOfBlanks.test(run) ? { kind: 'padding', codePoint, count: run.length } : stackOf(run);
  return { kind: kindOfCodePoint(codePoint), codePoint, count: run.length / repeated.length };
}

export function revealHidden(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  for (const match of text.matchAll(everyHidden)) {
    const [run, repeated] = match;
    if (match.index > plainFrom) parts.push({ text: text.slice(plainFrom, match.index) });
    parts.push({ text: run, hidden: markOf(run, repeated) });
    plainFrom = match.index + run.length;
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom) });
  return parts;
}

export function hasHidden(text: string): boolean {
  return anyHidden.test(text);
}

/** The mark as a person reads it: `U+202E`, with the count where there are several, `U+0301…` where others follow it. */
export function markText(mark: HiddenMark): string {
  const code = `U+${mark.codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = mark.mixed ? `${code}…` : code;
  return mark.count === 1 ? name : `${name} ×${mark.count}`;
}

/** The text with every hidden character named in its place, for a terminal or a dialog that would act on it. */
export function namedHidden(text: string): string {
  return revealHidden(text)
    .map(({ text: part, hidden }) => (hidden === undefined ? part : `⟨${markText(hidden)}⟩`))
    .join('');
}
