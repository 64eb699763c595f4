import type { Card } from '../../src/core/card';
import { useLatch, useText, useView } from '../context';
import { Icon } from '../icon';
import type { ShownCard } from '../state';
import { Actions } from './actions';
import { Body } from './body';
import { Countdown } from './countdown';
import { useGrace, usePainted } from './grace';
import { sentenceOf } from './sentence';
import { type ReactNode, useId, useRef } from 'react';

interface Place {
  readonly shown: ShownCard;
  readonly place: number;
  readonly of: number;
}

/** One question, whole: who asks, what for, exactly what would run, why, where, and the answers. */
export function CardView({ shown, place, of }: Place): ReactNode {
  const { card, key } = shown;
  const latch = useLatch();
  const text = useText();
  const element = useRef<HTMLElement>(null);
  const titleId = useId();
  const grace = useGrace();
  const refused = useView(view => view.refused.get(key));
  usePainted(element, () => {
    latch.host.notify('ui/painted', {
      sessionId: card.sessionId,
      toolCallId: card.toolCallId,
      revision: card.revision,
    });
  });
  const sentence = sentenceOf(card, text);

  return (
    <article
      ref={element}
      className="card"
      data-testid="card"
      data-call-id={card.toolCallId}
      data-kind={card.kind}
      data-state={card.state}
      data-risk={card.risk}
      aria-labelledby={titleId}
    >
      <header className="card-head">
        <Icon name={sentence.icon} />
        <h2 id={titleId} className="card-title">
          {text(sentence.verb)} {card.kind !== 'bash' && <span className="object">{sentence.object}</span>}
        </h2>
        {of > 1 && <span className="quiet">{text('dock.position', place, of)}</span>}
        <RiskBadge card={card} />
      </header>
      <Origin card={card} />
      <div className="card-body">
        <Body card={card} />
      </div>
      {card.problem !== undefined && (
        <p className="card-problem" role="alert">
          {card.problem}
        </p>
      )}
      {refused !== undefined && (
        <p className="card-problem" role="alert">
          {text('card.refused', refused)}
        </p>
      )}
      {shown.deadline !== undefined && <Countdown deadline={shown.deadline} />}
      {card.state === 'waiting' ? (
        <Actions card={card} cardKey={key} grace={grace} />
      ) : (
        <p className="card-held quiet">{text('card.held')}</p>
      )}
    </article>
  );
}

function RiskBadge({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  return (
    <span className="risk" data-risk={card.risk}>
      {text(`risk.${card.risk}`)}
    </span>
  );
}

/** Who asks and where it would happen. */
function Origin({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const agent = card.subagent;
  return (
    <p className="card-origin quiet">
      {agent !== undefined && (
        <span>
          {text('card.agent', agent.type ?? agent.id)}
          {agent.task !== undefined && ` · ${agent.task}`}
        </span>
      )}
      <span>{text('card.where', card.cwd)}</span>
    </p>
  );
}
