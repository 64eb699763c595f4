import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeClock } from '../../src/session/nodeClock';
import { TimeLimits } from '../../src/channel/limits';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function limits(): { limits: TimeLimits; expired: string[] } {
  const expired: string[] = [];
  return { limits: new TimeLimits(nodeClock, (id, revision) => expired.push(`${id}#${revision}`)), expired };
}

describe('a time limit', () => {
  test('expires once, for the revision that it was set for', () => {
    const { limits: all, expired } = limits();
    all.start('a', 1, 1000);
    vi.advanceTimersByTime(999);
    expect(all.remaining('a')).toBe(1);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(5000);
    expect(expired).toEqual(['a#1']);
    expect(all.remaining('a')).toBeUndefined();
  });

  test('of nothing is no limit', () => {
    const { limits: all, expired } = limits();
    for (const none of [0, -1, Number.NaN]) all.start('a', 1, none);
    vi.advanceTimersByTime(1e9);
    expect(expired).toEqual([]);
    expect(all.remaining('a')).toBeUndefined();
  });

  test('stands still while it is paused, however often that is said', () => {
    const { limits: all, expired } = limits();
    all.start('a', 1, 1000);
    vi.advanceTimersByTime(400);
    all.pause('a', true);
    all.pause('a', true);
    vi.advanceTimersByTime(60_000);
    expect(all.remaining('a')).toBe(600);
    expect(all.isPaused('a')).toBe(true);
    all.pause('a', false);
    all.pause('a', false);
    vi.advanceTimersByTime(599);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(['a#1']);
  });

  test('begins anew with another revision, and ends with its call or with all of them', () => {
    const { limits: all, expired } = limits();
    all.start('a', 1, 1000);
    vi.advanceTimersByTime(900);
    all.start('a', 2, 1000);
    all.start('b', 1, 1000);
    all.start('c', 1, 1000);
    all.stop('b');
    vi.advanceTimersByTime(1000);
    expect(expired).toEqual(['a#2', 'c#1']);
    all.start('d', 1, 1000);
    all.start('e', 1, 1000);
    all.clear();
    vi.advanceTimersByTime(10_000);
    expect(expired).toHaveLength(2);
  });

  test('of forty days does not expire at once', () => {
    const { limits: all, expired } = limits();
    const day = 24 * 60 * 60 * 1000;
    all.start('a', 1, 40 * day);
    vi.advanceTimersByTime(39 * day);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(day);
    expect(expired).toEqual(['a#1']);
    all.start('b', 1, 40 * day);
    vi.advanceTimersByTime(30 * day);
    all.stop('b');
    vi.advanceTimersByTime(30 * day);
    expect(expired).toHaveLength(1);
  });
});
