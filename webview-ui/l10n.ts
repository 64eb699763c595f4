import { en, type TextKey } from './l10n.en';
import { zhCn } from './l10n.zhCn';

export type { TextKey } from './l10n.en';
export type Translate = (key: TextKey, ...values: readonly (string | number)[]) => string;

/** `{0}` stands for the first value. Values are put in as they are and never read again as a pattern. */
export function fill(pattern: string, values: readonly (string | number)[]): string {
  return pattern.replaceAll(/\{(\d)\}/g, (whole, place: string) => String(values[Number(place)] ?? whole));
}

export function translator(language: string): Translate {
  const table = language.toLowerCase().startsWith('zh') ? zhCn : en;
  return (key, ...values) => fill(table[key], values);
}
