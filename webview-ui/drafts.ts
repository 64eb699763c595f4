/** Texts that a person has begun to write, by the place they are written in; they outlive a reload of the page. */
export type Drafts = ReadonlyMap<string, string>;

export const composerDraft = 'composer';

export function readDrafts(saved: unknown): Drafts {
  if (typeof saved !== 'object' || saved === null || !('drafts' in saved) || !Array.isArray(saved.drafts)) {
    return new Map();
  }
  const pairs: unknown[] = saved.drafts;
  return new Map(pairs.filter(isPair));
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(part => typeof part === 'string');
}
