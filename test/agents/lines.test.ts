import { expect, test } from 'vitest';
import { LineReader } from '../../src/agents/lines';
import { Random } from '../support/random';

function read(chunks: Iterable<Buffer>): string[] {
  const lines: string[] = [];
  const reader = new LineReader(
    line => lines.push(line.toString('utf8')),
    () => lines.push('too long'),
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

test('lines are the same however the pipe cuts them', () => {
  const text = 'one\ntwo €uro 🎉 分页\n\nlast without an end';
  const random = new Random(7);
  let cuts = 0;
  for (let round = 0; round < 500; round += 1) {
    const bytes = Buffer.from(text);
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + random.below(9);
      chunks.push(bytes.subarray(at, at + size));
      at += size;
      cuts += 1;
    }
    expect(read(chunks)).toEqual(['one', 'two €uro 🎉 分页', 'last without an end']);
  }
  expect(cuts).toBeGreaterThan(500);
});

test('a line that never ends is given up once, its memory too, and the next line is read', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 0x61);
  function* endless(): Generator<Buffer> {
    for (let sent = 0; sent <= 320 * megabyte.length; sent += megabyte.length) yield megabyte;
    yield Buffer.from('\nnext\n');
  }
  expect(read(endless())).toEqual(['too long', 'next']);
});

test('a line that its reader chokes on does not stick to the next one', () => {
  const lines: string[] = [];
  const reader = new LineReader(
    line => {
      lines.push(line.toString('utf8'));
      if (lines.length === 1) throw new Error('choked');
    },
    () => {},
  );
  expect(() => reader.push(Buffer.from('one\n'))).toThrow('choked');
  reader.push(Buffer.from('two\n'));
  expect(lines).toEqual(['one', 'two']);
});
