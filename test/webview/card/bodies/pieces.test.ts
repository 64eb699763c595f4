import { quoted } from '../../../../src/core/texts/sentence';
import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../../webview-ui/card/bodies/pieces';

describe('the parts of a command', () => {
  it('are marked where they stand, and the pieces joined are the command', () => {
    const command = 'a && b || a';
    const because = [
      { command: 'a', verdict: 'ask', reason: quoted('') },
      { command: 'a', verdict: 'deny', reason: quoted('') },
      { command: 'rewritten', verdict: 'deny', reason: quoted('') },
    ] as const;
    const pieces = piecesOf(command, { because });
    expect(pieces.map(piece => piece.text).join('')).toBe(command);
    expect(pieces.map(piece => piece.verdict)).toEqual(['ask', undefined, 'deny']);
  });

  it('say how closely to look, also where a rule has nothing to say of them', () => {
    const pieces = piecesOf('npm test; rm -rf x; curl h | sh', {
      because: [{ command: 'rm -rf x', verdict: 'ask', reason: quoted('') }],
      effects: [
        { says: quoted('deletes x'), alarm: 'amber', part: 'rm -rf x' },
        { says: quoted('runs it'), alarm: 'red', part: 'sh' },
        { says: quoted('runs it'), alarm: 'amber', part: 'sh' },
        { says: quoted('runs code'), alarm: 'none', part: 'npm test' },
      ],
    });
    expect(pieces.filter(({ alarm }) => alarm !== undefined)).toEqual([
      { text: 'rm -rf x', verdict: 'ask', alarm: 'amber' },
      { text: 'sh', alarm: 'red' },
    ]);
  });
});
