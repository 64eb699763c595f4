import { callKey } from '../../src/core/call/call';
import type { Card } from '../../src/core/card/card';
import type { CallItem } from '../../src/core/transcript/items';
import { Icon } from '../base/icon';
import { sentenceOf } from '../card/sentence';
import { CallMore } from './callMore';
import { factsOf, failureOf, lastLineOf, markOf, testsIn } from './callWords';
import { isDocked, isHeld, type ShownCard } from '../state/chatState';
import { useText, useView } from '../state/context';
import { ReturnedSize } from './returnedView';
import { TaskLine } from './taskLine';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { type ReactNode, useState } from 'react';

interface CallLineProps {
  readonly item: CallItem;
  readonly shown: ShownCard;
  /** Draws what a subagent of the call says and does. */
  readonly draw: (ids: readonly string[]) => ReactNode;
}

/** A call in the transcript: one quiet line that opens to what ran and what came back. */
export function CallLine(props: CallLineProps): ReactNode {
  // Of a call that is over it need not be looked up whether it stands above the composer too.
  return isHeld(props.shown.card) ? <HeldLine {...props} /> : <DrawnLine {...props} />;
}

function HeldLine(props: CallLineProps): ReactNode {
  const docked = useView(view => isDocked(view.chat, props.shown));
  return <DrawnLine {...props} docked={docked} />;
}

interface DrawnLineProps extends CallLineProps {
  /** The call stands above the composer as well, and that card carries its names. */
  readonly docked?: boolean;
}

function DrawnLine({ item, shown: { card }, draw, docked = false }: DrawnLineProps): ReactNode {
  const [open, setOpen] = useState(false);
  const names = {
    'data-testid': 'card',
    'data-call-id': card.toolCallId,
    'data-kind': card.kind,
    'data-risk': card.risk,
  };
  return (
    <div className="line">
      <details
        className="call"
        data-line={card.toolCallId}
        data-state={card.state}
        {...(docked ? {} : names)}
        open={open}
        onToggle={event => setOpen(event.currentTarget.open)}
      >
        <summary>
          <Summary item={item} card={card} />
        </summary>
        {open && <CallMore item={item} card={card} />}
      </details>
      {item.task !== undefined && <TaskLine task={item.task} toolCallId={card.toolCallId} draw={draw} />}
    </div>
  );
}

function Summary({ item, card }: { readonly item: CallItem; readonly card: Card }): ReactNode {
  const text = useText();
  const facts = [...testsIn(item, card, text), ...factsOf(card, item.seconds, text)];
  const failure = failureOf(card);
  const printed = card.state === 'running' ? lastLineOf(item.printed ?? '') : '';
  return (
    <>
      <Icon name={markOf(card, text)} />
      <span className="call-text">
        <span className="call-what">
          <What card={card} />
        </span>
        {item.returned !== undefined && <ReturnedSize returned={item.returned} />}
        <span className="call-facts">{facts.join(' · ')}</span>
        {card.state === 'done' && <span className="unseen">{text('state.done')}</span>}
        {printed !== '' && (
          <span className="call-printed">
            <Plain text={printed} />
          </span>
        )}
        {failure !== undefined && (
          <span className="call-problem">
            <Plain text={failure.slice(0, 300)} />
          </span>
        )}
        {card.kernel !== undefined && (
          <span className="call-problem">
            <Sentence of={card.kernel} />
          </span>
        )}
        {card.problem !== undefined && failure === undefined && (
          <span className="call-problem">
            <Sentence of={card.problem} />
          </span>
        )}
        {card.state !== 'waiting' && <Refused card={card} />}
      </span>
    </>
  );
}

/** What it is, by its object: the mark before it says what happened to that. */
function What({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const sentence = sentenceOf(card, text);
  const over = card.state === 'done' || card.state === 'running';
  const marked = over && (sentence.icon === 'terminal' || sentence.icon === 'edit');
  return (
    <>
      <span className={marked ? 'unseen' : ''}>{text(sentence.verb)} </span>
      <span className={sentence.plain === true ? '' : 'object'}>
        <Plain text={sentence.object.slice(0, 300)} />
      </span>
    </>
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
