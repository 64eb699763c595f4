import type { Language } from '../src/core/texts/template';
import { isChinese, type Sentences, sentencesIn } from '../src/core/texts/translate';
import { en, type TextKey } from './l10n.en';
import { zhCn } from './l10n.zhCn';

export type { TextKey } from './l10n.en';

/** Texts of the page by their key, and what the host says in sentences. */
export type Translate = Sentences & ((key: TextKey, ...values: readonly (string | number)[]) => string);

/**
 * `{0}` stands for the first value, `{0:line:lines}` for the word that goes with it. Values are put in as they are and
 * never read again as a pattern.
 */
export function fill(pattern: string, values: readonly (string | number)[]): string {
  return pattern.replaceAll(
    /\{(\d)(?::(\w+):(\w+))?\}/g,
    (whole, place: string, one: string | undefined, several: string | undefined) => {
      const value = values[Number(place)];
      if (value === undefined) return whole;
      return String((value === 1 ? one : several) ?? value);
    },
  );
}

export function translator(language: string, sentences?: Language): Translate {
  const chinese = isChinese(language);
  const table = chinese ? zhCn : en;
  const { sentence, place } = sentencesIn(chinese ? sentences : undefined);
  const text = (key: TextKey, ...values: readonly (string | number)[]): string => fill(table[key], values);
  return Object.assign(text, { sentence, place });
}
