import { expect, test } from 'vitest';
import { isDrawable } from '../../../webview-ui/text/pictureSize';

const base64 = (...parts: readonly (string | readonly number[])[]): string =>
  btoa(parts.map(part => (typeof part === 'string' ? part : String.fromCharCode(...part))).join(''));
const long = (value: number): readonly number[] => [24, 16, 8, 0].map(shift => (value >>> shift) & 0xff);
const short = (value: number): readonly number[] => [value >> 8, value & 0xff];
const low = (value: number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 0xff);

const made: Readonly<Record<string, (width: number, height: number) => string>> = {
  PNG: (width, height) => base64('\u0089PNG\r\n\u001A\n', long(13), 'IHDR', long(width), long(height)),
  GIF: (width, height) => base64('GIF89a', low(width, 2), low(height, 2)),
  WebP: (width, height) => base64('RIFF0000WEBPVP8 ', '0000------', low(width, 2), low(height, 2)),
  'WebP without loss': (width, height) =>
    base64('RIFF0000WEBPVP8L0000', '/', low((width - 1) | ((height - 1) << 14), 4)),
  'WebP with more': (width, height) => base64('RIFF0000WEBPVP8X0000', '0000', low(width - 1, 3), low(height - 1, 3)),
  JPEG: (width, height) =>
    base64([0xff, 0xd8, 0xff, 0xe1], short(6), 'Exif', [0xff, 0xc0], short(17), [8], short(height), short(width)),
};

test.each(Object.keys(made))('%s is drawn, unless it is larger than any photo', name => {
  const of = made[name] ?? (() => '');
  expect(isDrawable(of(4000, 3000))).toBe(true);
  expect(isDrawable(of(12_000, 12_000))).toBe(false);
});

test.each(['', 'no base64!', btoa('GIF8'), btoa('<svg/>'), base64([0xff, 0xd8, 0xff, 0xe0], short(60_000))])(
  'what does not say how large it is is not drawn: %j',
  text => {
    expect(isDrawable(text)).toBe(false);
  },
);
