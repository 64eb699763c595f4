import { describe, expect, it } from 'vitest';
import { isMeant } from '../../../webview-ui/card/meant';

describe('a press', () => {
  it.each([
    [0, 0, false],
    [499, 0, false],
    [500, 0, true],
    [100, Number.POSITIVE_INFINITY, false],
  ])('at %i ms on a card from %i ms counts: %s', (pressed, from, counts) => {
    expect(isMeant(pressed, from)).toBe(counts);
  });
});
