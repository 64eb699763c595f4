// The file of a card is read as Claude Code reads it, and what is no text in it is known.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CardFiles } from '../../../src/vscode/chat/cardFiles';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';

test.each([
  ['UTF-8', Buffer.from('é\r\n'), { before: 'é\r\n' }],
  ['UTF-8 behind its mark', Buffer.from('\uFEFFé\n'), { before: 'é\n' }],
  ['UTF-16 behind its mark', Buffer.from('\uFEFFé\n', 'utf16le'), { before: 'é\n' }],
  ['a code page', Buffer.from('é\n', 'latin1'), { before: '\uFFFD\n', notUtf8: true }],
])('%s', async (name, bytes, expected) => {
  const path = join(mkdtempSync(join(tmpdir(), 'latch-files-')), 'file.txt');
  writeFileSync(path, bytes);
  const card = cardFrom(name, { kind: 'file_write', tool: 'Write', input: { file_path: path, content: '' } });
  const read = new Promise<void>(resolve => {
    const files = new CardFiles(it => {
      expect(files.decorate(it).file).toEqual({ path, stale: false, ...expected });
      files.dispose();
      resolve();
    });
    files.follow(card);
  });
  await read;
});
