import { expect, test } from 'vitest';
import { weaknessesOf } from '../../../src/core/claude/sandbox';

test.each([
  ['2.1.197', false, 1],
  ['2.1.197', true, 2],
  ['2.1.325', true, 2],
  ['2.1.326', true, 0],
  ['2.1.400', true, 0],
  ['2.2.0', true, 0],
  ['3.0.0', true, 0],
  ['1.9.999', false, 1],
  ['unknown', true, 2],
])('Claude Code %s, as root: %s, has %i known weaknesses', (version, asRoot, count) => {
  const found = weaknessesOf(version, asRoot);
  expect(found).toHaveLength(count);
  for (const { text } of found) expect(text).toContain(`Claude Code ${version}`);
});
