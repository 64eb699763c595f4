import { type ParseError, parse } from 'jsonc-parser';
import type { Json } from '../core/base/json';

/** The value of a JSON text with comments; undefined when the text is none. */
export function parseJsonc(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const value: Json | undefined = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? value : undefined;
}
