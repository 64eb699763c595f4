import type { Card } from '../../../src/core/card/card';
import { asBoolean, asString } from '../../../src/core/base/json';
import { useText } from '../../state/context';
import { keyed } from '../../base/keyed';
import { duration } from '../../base/duration';
import { Payload } from '../../text/payload';
import { Plain } from '../../text/plain';
import { Rest, restOf } from './rest';
import { piecesOf } from './pieces';
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
