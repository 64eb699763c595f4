import type { Language } from '../../src/core/texts/template';
import { isChinese, type Sentences, sentencesIn } from '../../src/core/texts/translate';
import { en, type TextKey } from './en';
import { fill } from './fill';

export type { TextKey } from './en';

/** The texts of the page, and the sentences of the host. */
export interface Chinese {
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly sentences: Language;
}

/** Texts of the page by their key, and what the host says in sentences. */
export type Translate = Sentences & ((key: TextKey, ...values: readonly (string | number)[]) => string);

/** A page without the Chinese of its language speaks English. */
export function translator(language: string, chinese?: Chinese): Translate {
  const spoken = isChinese(language) ? chinese : undefined;
  const table = spoken?.texts ?? en;
  const { sentence, place } = sentencesIn(spoken?.sentences);
  const text = (key: TextKey, ...values: readonly (string | number)[]): string => fill(table[key], values);
  return Object.assign(text, { sentence, place });
}
