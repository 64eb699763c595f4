import type { Returned } from '../core/call/returned';
import type { TranscriptItem } from '../core/transcript/items';

/** In base64. A session may look at thousands of pictures. */
const most = 6_000_000;

/** What a call returned, with its picture where there is room beside those that are held. */
export function keptPicture(returned: Returned, held: readonly TranscriptItem[]): Returned {
  const size = sizeOf(returned);
  const used = held.reduce((sum, item) => sum + (item.kind === 'call' ? sizeOf(item.returned) : 0), 0);
  return size > 0 && used + size > most ? withoutPicture(returned) : returned;
}

function sizeOf(returned: Returned | undefined): number {
  return returned?.kind === 'picture' ? (returned.base64?.length ?? 0) : 0;
}

export function withoutPicture(returned: Returned): Returned {
  if (returned.kind !== 'picture') return returned;
  const { base64: _base64, ...rest } = returned;
  return rest;
}
