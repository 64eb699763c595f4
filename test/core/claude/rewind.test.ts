import { expect, test } from 'vitest';
import { filesBackOf } from '../../../src/core/claude/rewind';

test.each([
  [
    { canRewind: true, filesChanged: ['/shop/a.ts', '/shop/b.ts'], insertions: 3, deletions: 1 },
    { ok: true, back: { files: ['/shop/a.ts', '/shop/b.ts'], insertions: 3, deletions: 1 } },
  ],
  // After it has done so it names no files.
  [{ canRewind: true }, { ok: true, back: { files: [], insertions: 0, deletions: 0 } }],
  [
    { canRewind: true, filesChanged: ['/shop/a.ts', 7], insertions: '3', deletions: -1 },
    { ok: true, back: { files: ['/shop/a.ts'], insertions: 0, deletions: 0 } },
  ],
  [
    { canRewind: false, error: 'No file checkpoint found for this message.' },
    { ok: false, reason: 'No file checkpoint found for this message.' },
  ],
  [{ canRewind: 'true' }, { ok: false, reason: '' }],
  [{}, { ok: false, reason: '' }],
])('%j', (response, expected) => {
  expect(filesBackOf(response)).toEqual(expected);
});
