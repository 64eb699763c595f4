import { entryOf } from '../base/entryOf';
import { fillPlaces } from '../base/places';
import type { Sentence, Value } from './sentence';

/** English template -> the same in another language. */
export type Translations = Readonly<Record<string, string>>;

/** Draws a sentence for a person. */
export type Draw = (sentence: Sentence) => string;

/** Without a language, and where a sentence comes from a newer or an older version, it stays English. */
export function drawnIn(translations: Translations | undefined): Draw {
  if (translations === undefined) return ({ text }) => text;
  const draw: Draw = ({ template, values = {}, text }) => {
    const translation = entryOf(translations, template);
    return translation === undefined ? text : fillPlaces(translation, name => valueIn(values[name], draw));
  };
  return draw;
}

/** The first word of a place is one of ours: the scope of a rule, or what decides without one. */
export function placeIn(translations: Translations | undefined): (where: string) => string {
  return where => {
    if (translations === undefined) return where;
    if (Object.hasOwn(translations, where)) return translations[where] ?? where;
    const [first = '', ...rest] = where.split(' ');
    const word = entryOf(translations, first);
    return [word ?? first, ...rest].join(' ');
  };
}

/** The languages of VS Code in which Latch speaks Chinese. */
export function isChinese(language: string): boolean {
  return language.toLowerCase().startsWith('zh');
}

function valueIn(value: Value | undefined, draw: Draw): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return 'text' in value ? draw(value) : value.map(draw).join('，');
}
