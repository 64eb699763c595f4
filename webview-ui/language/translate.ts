import { type Draw, drawnIn, isChinese, placeIn, type Translations } from '../../src/core/texts/translate';
import { en, type TextKey, type Texts } from './en';
import { fill, type ValuesOf } from './fill';
import type { panelEn } from './panel.en';

export type { TextKey } from './en';

/** The texts of the page, and the sentences of the host. */
export interface Chinese {
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly sentences: Translations;
}

/** Texts of the page by their key, and what the host says in sentences. */
export interface Translate {
  <Key extends TextKey>(key: Key, ...values: ValuesOf<Texts[Key]>): string;
  /** With its places as they are, for whoever puts more than words into them. */
  readonly unfilled: (key: TextKey) => string;
  readonly sentence: Draw;
  /** What decided, and where it is written: `read-only`, or `project .latch/rules.json:7`. */
  readonly place: (where: string) => string;
}

/** A page without the Chinese of its language speaks English; `more` are the texts that it alone has. */
export function translator(
  language: string,
  chinese?: Chinese,
  more: typeof panelEn | object = {},
  agent?: string,
): Translate {
  const spoken = isChinese(language) ? chinese : undefined;
  const table: Partial<Record<TextKey, string>> = spoken?.texts ?? { ...en, ...more };
  const unfilled = (key: TextKey): string => table[key] ?? key;
  const text = <Key extends TextKey>(key: Key, ...values: ValuesOf<Texts[Key]>): string =>
    fill(unfilled(key), values, agent);
  return Object.assign(text, { unfilled, sentence: drawnIn(spoken?.sentences), place: placeIn(spoken?.sentences) });
}
