import { expect, test } from 'vitest';
import { readFile } from '../../../webview-ui/composer/files';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, letter => letter.charCodeAt(0));

test.each([
  ['\u0089PNG\r\n\u001A\n....', 'image/png'],
  ['\u00FF\u00D8\u00FF\u00E0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\u0010\0\0\0WEBPVP8 ', 'image/webp'],
  ['%PDF-1.7', 'application/pdf'],
  ['RIFF\u0010\0\0\0WAVE', undefined],
  ['BM\u0036\0', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', undefined],
  ['', undefined],
])('%j is %s', async (text, expected) => {
  const read = await readFile(new File([bytes(text).slice()], 'x'));
  expect(read.ok ? read.attachment.mediaType : undefined).toBe(expected);
});

test('a file is what its bytes say, not what it is called', async () => {
  const read = (text: string, name: string, type: string) => readFile(new File([bytes(text).slice()], name, { type }));
  expect(await read('BM...', 'photo.png', 'image/png')).toEqual({
    ok: false,
    why: 'composer.notAnImage',
    name: 'photo.png',
  });
  expect(await read('GIF89a', 'photo.png', 'image/png')).toEqual({
    ok: true,
    attachment: { kind: 'image', name: 'photo.png', mediaType: 'image/gif', data: btoa('GIF89a') },
  });
});

test('one that is too large is not even read', async () => {
  const file = new File([], 'film.gif');
  Object.defineProperty(file, 'size', { value: 11 * 1024 * 1024 });
  Object.defineProperty(file, 'arrayBuffer', { value: () => Promise.reject(new Error('It was read.')) });
  expect(await readFile(file)).toEqual({ ok: false, why: 'composer.tooLarge', name: 'film.gif' });
});

test('a folder, or what cannot be read, is refused like any other', async () => {
  const file = new File([], 'src');
  Object.defineProperty(file, 'arrayBuffer', { value: () => Promise.reject(new Error('A folder.')) });
  expect(await readFile(file)).toEqual({ ok: false, why: 'composer.unreadable', name: 'src' });
});
