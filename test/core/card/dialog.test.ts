import { describe, expect, test } from 'vitest';
import type { Card } from '../../../src/core/card/card';
import { dialogPayload, paintedWithinMs } from '../../../src/core/card/dialog';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';

const bash = (command: string, over: Partial<Card> = {}): Card => ({
  ...cardFrom('one', { kind: 'bash', tool: 'Bash', input: { command } }),
  cwd: '/home/ana/shop',
  risk: 'low',
  ...over,
});

describe('a card in a dialog of the editor', () => {
  test('is shown whole, with what hides in it named', () => {
    expect(dialogPayload(bash('ls \u202e#\u200b'))).toBe('/home/ana/shop\n\n{\n  "command": "ls ⟨U+202E⟩#⟨U+200B⟩"\n}');
  });

  test.each([
    ['too long for it', bash('x'.repeat(4000))],
    ['a critical risk', bash('rm -rf /', { risk: 'critical' })],
    ['a plan', bash('', { kind: 'plan' })],
    ['a question', bash('', { kind: 'question', interaction: { id: 'q', type: 'confirm', title: 'Sure?' } })],
  ])('cannot be allowed there when it is %s', (_, card) => {
    expect(dialogPayload(card)).toBeUndefined();
  });

  test('comes after three seconds without the card, and later where it could not show the call', () => {
    expect(paintedWithinMs(bash('ls'))).toBe(3000);
    expect(paintedWithinMs(bash('x'.repeat(4000)))).toBe(15_000);
  });
});
