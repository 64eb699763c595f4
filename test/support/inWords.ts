import { expect as plainExpect } from 'vitest';
import { isSentence } from '../../src/core/texts/sentence';

/** What a value says to a person: every sentence in it by its English, so that tests can be read. */
export function inWords(value: unknown): unknown {
  if (isSentence(value)) return value.text;
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inWords(item)]));
}

/** Compares what is said by its English. */
export const expect = Object.assign((value: unknown, message?: string) => plainExpect(inWords(value), message), {
  any: plainExpect.any,
  anything: plainExpect.anything,
  arrayContaining: plainExpect.arrayContaining,
  objectContaining: plainExpect.objectContaining,
  stringContaining: plainExpect.stringContaining,
  stringMatching: plainExpect.stringMatching,
});
