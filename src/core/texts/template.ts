/**
 * English sentence -> the same in another language. `{0}` is a value, which stays as it is. `{0:sentence}` is a
 * sentence of ours, without which the template does not fit; `{0:text}` is translated where it is one of ours.
 * `{0:action}` and `{0:scope}` are single words, `{0:risks}` the parts of a sentence about a risk.
 */
export type Translations = Readonly<Record<string, string>>;

export interface Language {
  readonly sentences: Translations;
  readonly actions: Translations;
  /** Scopes, and what decides without a rule that is written somewhere. */
  readonly places: Translations;
  /** What completes "It …" in a sentence about a risk. */
  readonly risks: Translations;
  /** Stands between the parts of a sentence about a risk. */
  readonly between: string;
}

export type PlaceKind = 'value' | 'sentence' | 'text' | 'risks' | 'action' | 'scope';

export interface Template {
  /** One more than there are places: what stands before, between and after them. */
  readonly literals: readonly string[];
  readonly kinds: readonly PlaceKind[];
  readonly translation: string;
}

const place = /\{\d(?::(\w+))?\}/;

/** `undefined` for a sentence without places. */
export function readTemplate(english: string, translation: string): Template | undefined {
  const parts = english.split(place);
  if (parts.length === 1) return undefined;
  const literals = parts.filter((_, at) => at % 2 === 0);
  const kinds = parts.filter((_, at) => at % 2 === 1).map(kindOf);
  return { literals, kinds, translation };
}

function kindOf(written: string | undefined): PlaceKind {
  switch (written) {
    case 'sentence':
    case 'text':
    case 'risks':
    case 'action':
    case 'scope':
      return written;
    default:
      return 'value';
  }
}

/** What stands in the places when the whole text is made by this template. */
export function valuesOf({ literals }: Template, text: string): readonly string[] | undefined {
  const [first = '', ...later] = literals;
  const last = later.at(-1) ?? '';
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const literal of later.slice(0, -1)) {
    const at = text.indexOf(literal, from);
    if (at < 0 || at + literal.length > end) return undefined;
    values.push(text.slice(from, at));
    from = at + literal.length;
  }
  values.push(text.slice(from, end));
  return values;
}

/** Puts values in as they are: they are never read again as a pattern. */
export function fillPlaces(translation: string, values: readonly string[]): string {
  return translation.replaceAll(/\{(\d)\}/g, (whole, at: string) => values[Number(at)] ?? whole);
}
