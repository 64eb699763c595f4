import type { Card } from '../../../src/core/card/card';
import { asBoolean, asString } from '../../../src/core/base/json';
import { useText } from '../../state/context';
import { keyed } from '../../base/keyed';
import { duration } from '../../base/duration';
import { Payload } from '../../text/payload';
import { Plain } from '../../text/plain';
import { Rest, restOf } from './rest';
import { type Piece, piecesOf } from './pieces';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';

/** Longer commands are not marked; their parts that matter stand above them. */
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
      <MarkedCommand command={command} card={card} />
      <BashFacts card={card} />
      <Rest rest={restOf(card.input, drawn)} />
    </>
  );
}

function MarkedCommand({ command, card }: { readonly command: string; readonly card: Card }): ReactNode {
  const { because, effects } = card;
  const pieces = useMemo(
    () => piecesOf(command, { because, ...(effects === undefined ? {} : { effects }) }),
    [command, because, effects],
  );
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What matters is in sight before a hand is on an answer, however far down it stands.
    const marked = place.current?.querySelector('[data-alarm="red"], [data-verdict="deny"]');
    (marked ?? place.current?.querySelector('[data-alarm]'))?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (command.length > longestMarked) return <LongCommand command={command} pieces={pieces} />;
  const isWhole = pieces.length === 1 && pieces[0]?.alarm === undefined;
  if (isWhole) return <Payload text={command} />;
  const draw = (): ReactNode =>
    keyed(pieces, piece => piece.verdict ?? piece.alarm ?? 'text').map(([key, piece]) => (
      <Part key={key} piece={piece} />
    ));
  return (
    <div ref={place}>
      <Payload text={command} draw={draw} />
    </div>
  );
}

/** A command that is too long to be marked: what in it needs a look stands above it, each part on its own. */
function LongCommand({ command, pieces }: { readonly command: string; readonly pieces: readonly Piece[] }): ReactNode {
  const text = useText();
  const parts = pieces.filter(({ alarm, verdict }) => alarm !== undefined || verdict === 'deny');
  return (
    <>
      {parts.length > 0 && (
        <div className="labelled">
          <span className="quiet">{text('bash.parts')}</span>
          {keyed(parts, () => 'part').map(([key, piece]) => (
            <pre key={key} className="payload">
              <Part piece={piece} />
            </pre>
          ))}
        </div>
      )}
      <Payload text={command} />
    </>
  );
}

function Part({ piece: { text, verdict, alarm } }: { readonly piece: Piece }): ReactNode {
  if (verdict === undefined && alarm === undefined) return <Plain text={text} />;
  return (
    <span className="part" data-verdict={verdict} data-alarm={alarm}>
      <Plain text={text} />
    </span>
  );
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
