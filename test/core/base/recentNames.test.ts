import { expect, test } from 'vitest';
import { RecentNames } from '../../../src/core/base/recentNames';

test('the last 2,000 names are known at least, and none that is long gone', () => {
  const names = new RecentNames();
  for (let at = 0; at < 10_000; at += 1) names.add(`${at}`);
  expect([9999, 8000, 5000, 0].map(at => names.has(`${at}`))).toEqual([true, true, false, false]);
});
