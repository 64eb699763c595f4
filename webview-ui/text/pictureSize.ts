/** A file of a megabyte may hold a picture of gigabytes: what has more pixels is not drawn. A phone makes 12 to 50 million. */
const mostPixels = 60_000_000;
/** Letters of base64. What stands before the size in a photo is seldom longer. */
const lookedThrough = 400_000;

/** Whether a picture says that it is of a size that a page can draw; one that does not say is not drawn either. */
export function isDrawable(base64: string): boolean {
  try {
    const bytes = Uint8Array.from(atob(base64.slice(0, lookedThrough)), letter => letter.charCodeAt(0));
    const pixels = pixelsIn(bytes, new DataView(bytes.buffer));
    return pixels !== undefined && pixels <= mostPixels;
  } catch {
    // It ends before it has said it.
    return false;
  }
}

/** By the kinds that are attached and returned: PNG, GIF, WebP in its three forms, JPEG. */
function pixelsIn(bytes: Uint8Array, view: DataView): number | undefined {
  const says = (text: string, at: number): boolean =>
    Array.from(text).every((letter, place) => bytes[at + place] === letter.charCodeAt(0));
  if (says('PNG', 1)) return view.getUint32(16) * view.getUint32(20);
  if (says('GIF8', 0)) return view.getUint16(6, true) * view.getUint16(8, true);
  if (says('VP8 ', 12)) return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
  if (says('VP8L', 12)) {
    const sides = view.getUint32(21, true);
    return ((sides & 0x3fff) + 1) * (((sides >> 14) & 0x3fff) + 1);
  }
  if (says('VP8X', 12)) return ((view.getUint32(24, true) & 0xffffff) + 1) * ((view.getUint32(26, true) >>> 8) + 1);
  return view.getUint16(0) === 0xffd8 ? pixelsOfJpeg(view) : undefined;
}

/** It stands at the beginning of the frame, behind other segments, each of which tells its length. */
function pixelsOfJpeg(view: DataView): number | undefined {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7);
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
