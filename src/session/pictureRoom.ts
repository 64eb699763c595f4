import type { Returned } from '../core/call/returned';

/** In base64. A session may look at thousands of pictures. */
const most = 6_000_000;

/** How many pictures of a session are kept to be shown. */
export class PictureRoom {
  #left = most;

  keep(returned: Returned): Returned {
    if (returned.kind !== 'picture' || returned.base64 === undefined) return returned;
    if (returned.base64.length > this.#left) return withoutPicture(returned);
    this.#left -= returned.base64.length;
    return returned;
  }
}

export function withoutPicture(returned: Returned): Returned {
  if (returned.kind !== 'picture') return returned;
  const { base64: _base64, ...rest } = returned;
  return rest;
}
