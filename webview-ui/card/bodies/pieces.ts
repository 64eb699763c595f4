import type { Card } from '../../../src/core/card/card';
import type { CardReason } from '../../../src/core/call/judgement';

interface Piece {
  readonly text: string;
  readonly verdict?: CardReason['verdict'];
}

/** Finds each part in the command, in any order; a part that was rewritten while it was read stays unmarked. */
export function piecesOf(command: string, parts: Card['because']): readonly Piece[] {
  const found: { at: number; end: number; verdict: CardReason['verdict'] }[] = [];
  for (const { command: part, verdict } of parts) {
    if (part === undefined || part === '') continue;
    let at = command.indexOf(part);
    while (at !== -1 && found.some(other => at < other.end && at + part.length > other.at)) {
      at = command.indexOf(part, at + 1);
    }
    if (at !== -1) found.push({ at, end: at + part.length, verdict });
  }
  const pieces: Piece[] = [];
  let from = 0;
  for (const { at, end, verdict } of found.toSorted((one, other) => one.at - other.at)) {
    if (at > from) pieces.push({ text: command.slice(from, at) });
    pieces.push({ text: command.slice(at, end), verdict });
    from = end;
  }
  if (from < command.length) pieces.push({ text: command.slice(from) });
  return pieces;
}
