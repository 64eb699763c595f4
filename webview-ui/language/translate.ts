import { type Draw, drawnIn, isChinese, placeIn, type Translations } from '../../src/core/texts/translate';
import { en, type TextKey } from './en';
import { fill } from './fill';
import type { panelEn } from './panel.en';

export type { TextKey } from './en';

/** The texts of the page, and the sentences of the host. */
export interface Chinese {
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly sentences: Translations;
}

/** Texts of the page by their key, and what the host says in sentences. */
export interface Translate {
  (key: TextKey, ...values: readonly (string | number)[]): string;
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
  const text = (key: TextKey, ...values: readonly (string | number)[]): string =>
    fill(table[key] ?? key, values, agent);
  return Object.assign(text, { sentence: drawnIn(spoken?.sentences), place: placeIn(spoken?.sentences) });
}
