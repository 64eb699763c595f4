import { asString, type JsonObject } from '../base/json';

/** What would change if the files were put back to what they were before a message. */
export interface FilesBack {
  /** Whole paths. */
  readonly files: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
}

/** The answer of the CLI that only looks at it names the files; why nothing can be put back is in its own words. */
export function filesBackOf(
  response: JsonObject,
): { readonly ok: true; readonly back: FilesBack } | { readonly ok: false; readonly reason: string } {
  if (response['canRewind'] !== true) return { ok: false, reason: asString(response['error']) ?? '' };
  const { filesChanged: files } = response;
  return {
    ok: true,
    back: {
      files: Array.isArray(files) ? files.filter(file => typeof file === 'string') : [],
      insertions: count(response['insertions']),
      deletions: count(response['deletions']),
    },
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
