import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TrustAll } from '../../src/rules/trustAll';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('trust ends after the time that was chosen, and tells so', () => {
  let changes = 0;
  const trust = new TrustAll(() => (changes += 1));
  trust.begin('one', 1000, 15 * 60_000);
  expect([trust.until('one'), trust.until('other'), changes]).toEqual([901_000, 0, 1]);
  vi.advanceTimersByTime(15 * 60_000 - 1);
  expect(trust.sessions).toEqual([{ sessionId: 'one', until: 901_000 }]);
  vi.advanceTimersByTime(1);
  expect([trust.sessions, changes]).toEqual([[], 2]);
});

test('without a time it lasts until the session ends', () => {
  const trust = new TrustAll(() => {});
  trust.begin('one', 1000);
  vi.advanceTimersByTime(365 * 24 * 3600_000);
  expect(trust.sessions).toEqual([{ sessionId: 'one', until: null }]);
  trust.end('one');
  expect(trust.until('one')).toBe(0);
});
