import type { Attachment } from '../../src/core/message/message';

/** Bytes of one file that goes along. */
export const mostMegabytes = 10;
export const mostFiles = 20;

/** What came of reading a file: what goes along, or why it does not. */
type ReadFile =
  | { readonly ok: true; readonly attachment: Attachment }
  | {
      readonly ok: false;
      readonly why: 'composer.notAnImage' | 'composer.tooLarge' | 'composer.unreadable';
      readonly name: string;
    };

/** Its first bytes say what a file is, whatever it is called. */
export async function readFile(file: File): Promise<ReadFile> {
  if (file.size > mostMegabytes * 1024 * 1024) return { ok: false, why: 'composer.tooLarge', name: file.name };
  // A folder that is dropped here looks like a file until it is read.
  const read = await file.arrayBuffer().catch(() => undefined);
  if (read === undefined) return { ok: false, why: 'composer.unreadable', name: file.name };
  const bytes = new Uint8Array(read);
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === undefined) return { ok: false, why: 'composer.notAnImage', name: file.name };
  const kind = mediaType === 'application/pdf' ? 'pdf' : 'image';
  return { ok: true, attachment: { kind, name: file.name, mediaType, data: base64Of(bytes) } };
}

/** The kinds that the model reads. */
function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const begins = (text: string, at = 0): boolean =>
    Array.from(text, letter => letter.charCodeAt(0)).every((code, place) => bytes[at + place] === code);
  if (begins('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (begins('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp';
  return begins('%PDF-') ? 'application/pdf' : undefined;
}

/** In pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const piece = 0x80_00;
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}
