import type { Alarm, CardReason } from '../../../src/core/call/judgement';
import type { Card } from '../../../src/core/card/card';

export interface Piece {
  readonly text: string;
  readonly verdict?: CardReason['verdict'];
  readonly alarm?: Exclude<Alarm, 'none'>;
}

type Mark = Omit<Piece, 'text'>;

/**
 * Finds each part in the command, in any order, with what the rules say of it and how closely to look; a part that was
 * rewritten while it was read stays unmarked.
 */
export function piecesOf(
  command: string,
  { because, effects = [] }: Pick<Card, 'because' | 'effects'>,
): readonly Piece[] {
  const found: { readonly at: number; readonly end: number; readonly mark: Mark }[] = [];
  const add = (part: string | undefined, mark: Mark): void => {
    if (part === undefined || part === '') return;
    let at = command.indexOf(part);
    while (at !== -1 && found.some(other => at < other.end && at + part.length > other.at)) {
      at = command.indexOf(part, at + 1);
    }
    if (at !== -1) found.push({ at, end: at + part.length, mark });
  };
  const alarmed = new Map<string, Exclude<Alarm, 'none'>>();
  for (const { part, alarm } of effects)
    if (part !== undefined && alarm !== 'none' && alarmed.get(part) !== 'red') alarmed.set(part, alarm);
  for (const { command: part, verdict } of because) {
    const alarm = part === undefined ? undefined : alarmed.get(part);
    add(part, { verdict, ...(alarm === undefined ? {} : { alarm }) });
    if (part !== undefined) alarmed.delete(part);
  }
  for (const [part, alarm] of alarmed) add(part, { alarm });
  const pieces: Piece[] = [];
  let from = 0;
  for (const { at, end, mark } of found.toSorted((one, other) => one.at - other.at)) {
    if (at > from) pieces.push({ text: command.slice(from, at) });
    pieces.push({ text: command.slice(at, end), ...mark });
    from = end;
  }
  if (from < command.length) pieces.push({ text: command.slice(from) });
  return pieces;
}
