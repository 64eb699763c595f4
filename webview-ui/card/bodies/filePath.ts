import type { Card } from '../../../src/core/card/card';
import { asString } from '../../../src/core/base/json';

export function filePath(card: Card): string {
  const { input } = card;
  return card.file?.path ?? asString(input.file_path) ?? asString(input.notebook_path) ?? asString(input.path) ?? '';
}
