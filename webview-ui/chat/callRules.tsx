import type { Card } from '../../src/core/card/card';
import { rulesBehind } from '../../src/core/card/rulesBehind';
import { useChat, useText } from '../state/context';
import { keyedPlaces } from '../base/keyed';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import type { ReactNode } from 'react';

/** Why a call ran, or did not: the rules that decided it, each leading to where it is written. */
export function CallRules({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const rules = rulesBehind(card);
  if (card.outcome?.by !== 'rule') return null;
  const [first] = card.because;
  if (rules.length === 0)
    return first === undefined ? null : (
      <p className="quiet">
        <Sentence text={first.reason} />
      </p>
    );
  return (
    <ul className="call-rules" aria-label={text('call.rules')}>
      {keyedPlaces(rules).map(([key, { rule, where }, at]) => (
        <li key={key}>
          <code>
            <Plain text={rule} />
          </code>{' '}
          <OpenRule card={card} at={at} label={where === undefined ? text('call.showRule') : text.place(where)} />
        </li>
      ))}
    </ul>
  );
}

interface OpenProps {
  readonly card: Card;
  /** Which of the rules behind the call. */
  readonly at: number;
  readonly label: string;
}

function OpenRule({ card: { sessionId, toolCallId }, at, label }: OpenProps): ReactNode {
  const chat = useChat();
  return (
    <button
      type="button"
      className="link"
      onClick={() => void chat.attempt(() => chat.host.request('tool/openRule', { sessionId, toolCallId, at }))}
    >
      <Plain text={label} />
    </button>
  );
}
