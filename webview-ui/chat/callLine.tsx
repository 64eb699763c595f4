import { callKey } from '../../src/core/call/call';
import type { Card, CardOutcome } from '../../src/core/card/card';
import { asString } from '../../src/core/base/json';
import { CallRules } from './callRules';
import { useText, useView } from '../state/context';
import { Icon, type IconName } from '../base/icon';
import type { Translate } from '../language/translate';
import { sentenceOf } from '../card/sentence';
import { Payload } from '../text/payload';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { duration } from '../base/duration';
import { type ReactNode, useState } from 'react';

const stateIcons: Readonly<Record<Card['state'], IconName>> = {
  waiting: 'clock',
  decided: 'clock',
  running: 'chevronRight',
  done: 'check',
  failed: 'warning',
  denied: 'close',
  expired: 'clock',
  cancelled: 'warning',
  lost: 'warning',
};

function outcomeText(outcome: CardOutcome, text: Translate): string {
  const parts = [decider(outcome, text)];
  if (outcome.edited) parts.push(text('outcome.edited'));
  if (outcome.note !== undefined) parts.push(text('outcome.note', outcome.note));
  return parts.join(' · ');
}

function decider(outcome: CardOutcome, text: Translate): string {
  const { detail = '', where } = outcome;
  switch (outcome.by) {
    case 'person':
      return text(`outcome.${outcome.choice}.person`);
    case 'rule':
      return text(
        `outcome.${outcome.choice}.rule`,
        [detail, ...(where === undefined ? [] : [where])].map(text.place).join(' · '),
      );
    case 'timeout':
      return text('outcome.timeout');
    case 'stop':
      return text('outcome.stop');
    case 'failure':
      return text('outcome.failure', outcome.reason ? text.sentence(outcome.reason) : '');
    default:
      return outcome.by satisfies never;
  }
}

function payloadOf(card: Card): string {
  return (card.kind === 'bash' ? asString(card.input.command) : undefined) ?? JSON.stringify(card.input, undefined, 2);
}

interface CallLineProps {
  readonly card: Card;
  /** The call stands above the composer as well, and that card carries its names. */
  readonly docked: boolean;
}

/** A call in the transcript: one quiet line that opens to what ran and what came back. */
export function CallLine({ card, docked }: CallLineProps): ReactNode {
  const text = useText();
  const sentence = sentenceOf(card, text);
  const [open, setOpen] = useState(false);
  const facts = [
    // How it was denied says that it was.
    card.outcome?.choice === 'deny' ? undefined : text(`state.${card.state}`),
    card.outcome === undefined ? undefined : outcomeText(card.outcome, text),
    card.durationMs === undefined ? undefined : duration(card.durationMs),
  ].filter(fact => fact !== undefined);
  const names = {
    'data-testid': 'card',
    'data-call-id': card.toolCallId,
    'data-kind': card.kind,
    'data-risk': card.risk,
  };
  return (
    <details
      className="line call"
      data-line={card.toolCallId}
      data-state={card.state}
      {...(docked ? {} : names)}
      open={open}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon name={stateIcons[card.state]} />
        <span className="call-text">
          <span className="call-what">
            {text(sentence.verb)}{' '}
            <span className={sentence.plain === true ? '' : 'object'}>
              <Plain text={sentence.object.slice(0, 300)} />
            </span>
          </span>
          <span className="call-facts">{facts.join(' · ')}</span>
          {card.kernel !== undefined && (
            <span className="call-problem">
              <Sentence of={card.kernel} />
            </span>
          )}
          {card.problem !== undefined && (
            <span className="call-problem">
              <Sentence of={card.problem} />
            </span>
          )}
          {card.state !== 'waiting' && <Refused card={card} />}
        </span>
      </summary>
      {open && (
        <div className="call-more">
          <CallRules card={card} />
          <Payload text={payloadOf(card)} />
          {card.result !== undefined && <Payload text={card.result.text} />}
        </div>
      )}
    </details>
  );
}

/** Somebody else was first: the person who pressed here has to know that this line is not their answer. */
function Refused({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const reason = useView(view => view.refused.get(callKey(card.sessionId, card.toolCallId)));
  if (reason === undefined) return null;
  return (
    <span className="call-problem" role="alert">
      <Plain text={text('card.refused', text.sentence(reason))} />
    </span>
  );
}
