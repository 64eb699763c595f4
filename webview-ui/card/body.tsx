import type { Card, CardReason } from '../../src/core/card';
import { asString } from '../../src/core/json';
import { useText } from '../context';
import { keyed } from '../keyed';
import type { ReactNode } from 'react';

/** Exactly what would run, as text and never cut, with the reasons around it. */
export function Body({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const why = card.details.reason ?? card.details.description;
  return (
    <>
      {why !== undefined && <p className="why">{why}</p>}
      <pre className="payload" tabIndex={0}>
        {payload(card)}
      </pre>
      {card.because.length > 0 && (
        <ul className="because">
          {keyed(card.because, part => `${part.verdict}:${part.command ?? part.reason}`).map(([key, part]) => (
            <Reason key={key} part={part} />
          ))}
        </ul>
      )}
      {card.riskSentence !== '' && (
        <p className="risk-sentence" data-risk={card.risk}>
          {card.riskSentence}
        </p>
      )}
      {card.kind === 'bash' && (
        <details className="more">
          <summary>{text('card.details')}</summary>
          <pre className="payload">{JSON.stringify(card.input, undefined, 2)}</pre>
        </details>
      )}
    </>
  );
}

function payload(card: Card): string {
  const command = card.kind === 'bash' ? asString(card.input.command) : undefined;
  return command ?? JSON.stringify(card.input, undefined, 2);
}

function Reason({ part }: { readonly part: CardReason }): ReactNode {
  const text = useText();
  return (
    <li data-verdict={part.verdict}>
      {part.command !== undefined && <code>{part.command}</code>}{' '}
      <span className="verdict">{text(`verdict.${part.verdict}`)}</span>{' '}
      <span className="quiet">
        {part.reason}
        {part.rule !== undefined && ` · ${part.rule}`}
        {part.where !== undefined && ` · ${part.where}`}
      </span>
    </li>
  );
}
