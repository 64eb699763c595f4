import { isObject } from '../../src/core/base/json';
import type { Attachment } from '../../src/core/message/message';

/** The files that go along with what is written, by the key of its draft. */
export type AttachedFiles = ReadonlyMap<string, readonly Attachment[]>;

/** All of the saved state is written anew with every letter, so only so much of files is in it. */
const mostKept = 2_000_000;

/** As many of them as outlive the page. */
export function keptOf(attached: AttachedFiles): readonly (readonly [string, readonly Attachment[]])[] {
  let left = mostKept;
  return [...attached].flatMap(([key, files]) => {
    const kept = files.filter(({ data: { length } }) => {
      const fits = length <= left;
      if (fits) left -= length;
      return fits;
    });
    return kept.length > 0 ? [[key, kept] as const] : [];
  });
}

/** Those under this key that do not outlive it. */
export function lostWithPage(attached: AttachedFiles, key: string): readonly Attachment[] {
  const kept = keptOf(attached).find(([it]) => it === key)?.[1] ?? [];
  return (attached.get(key) ?? []).filter(file => !kept.includes(file));
}

export function readAttached(saved: unknown): AttachedFiles {
  const pairs: unknown = isObject(saved) ? saved['attached'] : undefined;
  if (!Array.isArray(pairs)) return new Map();
  return new Map(pairs.filter(isPair));
}

function isPair(value: unknown): value is [string, Attachment[]] {
  return (
    Array.isArray(value) && typeof value[0] === 'string' && Array.isArray(value[1]) && value[1].every(isAttachment)
  );
}

function isAttachment(value: unknown): value is Attachment {
  return (
    isObject(value) &&
    (value['kind'] === 'image' || value['kind'] === 'pdf' || value['kind'] === 'text') &&
    ['name', 'mediaType', 'data'].every(part => typeof value[part] === 'string')
  );
}
