import { alarmOf } from '../../src/core/card/alarm';
import type { Card } from '../../src/core/card/card';
import type { CardAction } from '../../src/core/protocol/updates';
import { useChat, useText, useView } from '../state/context';
import type { ShownCard } from '../state/chatState';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { Fallback } from '../base/fallback';
import { Payload } from '../text/payload';
import { Actions } from './actions';
import { Body } from './body';
import { About, Heading } from './heading';
import { pressedInEditor, useGrace, usePainted } from './grace';
import { cardKey } from './keys';
import { isTextField } from '../base/textField';
import { type Decider, useDecider } from './useDecider';
import { useEdit } from './useEdit';
import { useForm } from './useForm';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';

interface CardProps {
  readonly shown: ShownCard;
  /** The heading: where the focus goes when the person comes to this card. Never on an answer. */
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
}

/** One question, whole: who asks, what for, exactly what would run, why, where, and the answers. */
export function CardView({ shown, titleRef }: CardProps): ReactNode {
  const { card, key } = shown;
  const chat = useChat();
  const text = useText();
  const element = useRef<HTMLElement>(null);
  const titleId = useId();
  const edit = useEdit(card, key);
  const form = useForm(card, key);
  const decider = useDecider(card, key, useGrace(), edit, form);
  usePainted(element, () => chat.painted(card));

  useCardActs(card, decider, () => titleRef.current?.focus());
  const onFocusChange = useDrafting(card);

  function onKeyDown(event: KeyboardEvent): void {
    const pressed = cardKey(event);
    if (pressed === undefined || card.state !== 'waiting') return;
    if (pressed === 'back' && decider.mode === 'choose') return;
    event.preventDefault();
    if (pressed === 'back') decider.back();
    else if (pressed === 'deny') decider.deny();
    else if (alarmOf(card) !== 'none') titleRef.current?.focus();
    else if (decider.mode === 'choose') decider.allow();
  }

  return (
    <article
      ref={element}
      className="card"
      data-testid="card"
      data-call-id={card.toolCallId}
      data-kind={card.kind}
      data-state={card.state}
      data-risk={card.risk}
      data-alarm={alarmOf(card)}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onFocus={onFocusChange}
      onBlur={onFocusChange}
    >
      <div className="card-body" role="group" aria-label={text('card.body')} tabIndex={0}>
        <Heading card={card} titleId={titleId} titleRef={titleRef} />
        <About shown={shown} />
        <Fallback renderInstead={() => <Payload text={JSON.stringify(card.input, undefined, 2)} />}>
          <Body card={card} edit={edit} form={form} />
        </Fallback>
      </div>
      <Foot shown={shown} />
      {card.state === 'waiting' && <Actions card={card} cardKey={key} decider={decider} edit={edit} />}
    </article>
  );
}

/** The time of a card stands still while a person writes in it, and goes on when the card goes, too. */
function useDrafting({ sessionId, toolCallId }: Card): (event: FocusEvent) => void {
  const chat = useChat();
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    if (!writing) return undefined;
    const call = { sessionId, toolCallId };
    chat.drafting(call, true);
    return () => chat.drafting(call, false);
  }, [chat, sessionId, toolCallId, writing]);
  return event => {
    if (isTextField(event.target)) setWriting(event.type === 'focus');
  };
}

/**
 * Commands of the editor for the card in sight. A view that nobody sees decides nothing. A chord that is pressed in a file
 * allows nothing that is marked: it leads to the card, where the person reads first.
 */
function useCardActs(card: Card, decider: Decider, lookAt: () => void): void {
  const chat = useChat();
  const act = useEffectEvent((action: CardAction) => {
    if (card.state !== 'waiting' || document.visibilityState !== 'visible') return;
    pressedInEditor();
    if (action === 'allowOnce' && alarmOf(card) !== 'none') lookAt();
    else if (action === 'allowOnce' && decider.mode === 'choose') decider.allow();
    if (action === 'deny') decider.deny();
  });
  useEffect(() => chat.onAct(action => act(action)), [chat]);
}

/** What a person has to know between the payload and the answers. */
function Foot({ shown }: { readonly shown: ShownCard }): ReactNode {
  const text = useText();
  const { card, key } = shown;
  const refused = useView(view => view.refused.get(key));
  return (
    <div className="card-foot">
      {card.problem !== undefined && (
        <p className="bad" role="alert">
          <Sentence of={card.problem} />
        </p>
      )}
      {refused !== undefined && (
        <p className="bad" role="alert">
          <Plain text={text('card.refused', text.sentence(refused))} />
        </p>
      )}
      <div className="card-status quiet">
        {card.state !== 'waiting' && (
          <span>
            {text(`state.${card.state}`)} · {text('card.held')}
          </span>
        )}
      </div>
    </div>
  );
}
