import { quoted } from '../../../../src/core/texts/sentence';
import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../../webview-ui/card/bodies/pieces';

describe('the parts of a command', () => {
  it('are marked where they stand, and the pieces joined are the command', () => {
    const command = 'a && b || a';
    const pieces = piecesOf(command, [
      { command: 'a', verdict: 'ask', reason: quoted('') },
      { command: 'a', verdict: 'deny', reason: quoted('') },
      { command: 'rewritten', verdict: 'deny', reason: quoted('') },
    ]);
    expect(pieces.map(piece => piece.text).join('')).toBe(command);
    expect(pieces.map(piece => piece.verdict)).toEqual(['ask', undefined, 'deny']);
  });
});
