import { describe, expect, it } from 'vitest';
import { secondsLeft } from '../../../webview-ui/card/clock';

describe('the time that is left', () => {
  it.each([
    [600_000, 0, 600],
    [600_000.0000001, 0, 600],
    [600_000, 1, 600],
    [600_000, 1001, 599],
    [600_000, 599_999, 1],
    [600_000, 600_000, 0],
    [600_000, 700_000, 0],
  ])('until %d ms is, at %d ms, %d s', (deadline, now, left) => {
    expect(secondsLeft(deadline, now)).toBe(left);
  });
});
