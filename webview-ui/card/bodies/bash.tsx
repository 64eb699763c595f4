import type { Card } from '../../../src/core/card/card';
import type { CardReason } from '../../../src/core/call/judgement';
import { asBoolean, asString } from '../../../src/core/base/json';
import { useText } from '../../state/context';
import { keyed } from '../../keyed';
import { duration } from '../callLine';
import { Payload } from '../../text/payload';
import { Plain } from '../../text/plain';
import { Rest, restOf } from './rest';
import { type ReactNode, useMemo } from 'react';

/** Longer commands are not marked: a person reads their parts in the list below. */
const longestMarked = 8000;

/** The fields that are drawn as the command and the facts below it. */
const drawn = {
  command: 'string',
  description: 'string',
  timeout: 'number',
  run_in_background: 'boolean',
  dangerouslyDisableSandbox: 'boolean',
} as const;

/** The command as written, each simple command in it marked by what the rules say of it. */
export function BashBody({ card }: { readonly card: Card }): ReactNode {
  const command = asString(card.input.command) ?? '';
  return (
    <>
      <MarkedCommand command={command} parts={card.because} />
      <BashFacts card={card} />
      <Rest rest={restOf(card.input, drawn)} />
    </>
  );
}

function MarkedCommand({ command, parts }: { readonly command: string; readonly parts: Card['because'] }): ReactNode {
  const pieces = useMemo(() => piecesOf(command, parts), [command, parts]);
  if (command.length > longestMarked || pieces.length < 2) return <Payload text={command} />;
  const draw = (): ReactNode =>
    keyed(pieces, piece => piece.verdict ?? 'text').map(([key, piece]) =>
      piece.verdict === undefined ? (
        <Plain key={key} text={piece.text} />
      ) : (
        <span key={key} className="part" data-verdict={piece.verdict}>
          <Plain text={piece.text} />
        </span>
      ),
    );
  return <Payload text={command} draw={draw} />;
}

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

function BashFacts({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const { input } = card;
  const facts = [
    typeof input.timeout === 'number' ? text('bash.timeout', duration(input.timeout)) : undefined,
    asBoolean(input.run_in_background) === true ? text('bash.background') : undefined,
    asBoolean(input.dangerouslyDisableSandbox) === true ? text('bash.noSandbox') : undefined,
  ].filter(fact => fact !== undefined);
  const said = asString(input.description);
  if (facts.length === 0 && said === undefined) return null;
  return (
    <p className="facts quiet">
      {said !== undefined && (
        <span>
          {text('card.said')} <Plain text={said} />
        </span>
      )}
      {facts.map(fact => (
        <span key={fact} className="fact">
          {fact}
        </span>
      ))}
    </p>
  );
}
