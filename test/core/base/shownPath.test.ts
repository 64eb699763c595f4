import { expect, test } from 'vitest';
import { fullPath, shownPath } from '../../../src/core/base/shownPath';

const workspace = '/home/ana/shop';
const home = '/home/ana';

test.each([
  ['/home/ana/shop/.latch/rules.json', '.latch/rules.json'],
  ['/home/ana/.latch/rules.json', '~/.latch/rules.json'],
  ['/etc/claude-code/managed-settings.json', '/etc/claude-code/managed-settings.json'],
  ['/home/ana/shop2/rules.json', '~/shop2/rules.json'],
  ['/home/anabel/rules.json', '/home/anabel/rules.json'],
])('%s is called %s, and found by that', (file, shown) => {
  expect(shownPath(file, workspace, home)).toBe(shown);
  expect(fullPath(shown, workspace, home)).toBe(file);
});
