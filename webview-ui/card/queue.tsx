import { alarmOf } from '../../src/core/card/alarm';
import { useChat, useText } from '../state/context';
import { Icon } from '../base/icon';
import type { ShownCard } from '../state/chatState';
import { Plain } from '../text/plain';
import { BatchBar, goesTogether, type Ticks, useTicks } from './batch';
import { WorstEffect } from './effects';
import { usePainted } from './grace';
import { inTitle, sentenceOf } from './sentence';
import { type ReactNode, useRef } from 'react';

interface QueueProps {
  readonly docked: readonly ShownCard[];
  readonly current: ShownCard;
  readonly folded: boolean;
  readonly onPick: (shown: ShownCard) => void;
  readonly onFold: () => void;
}

/** Where a key leads from a place in a list, or undefined for a key that leads nowhere. */
export function placeAfter(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(0, place - 1);
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(count - 1, place + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** All that waits, one line each, with the way from one to the next. */
export function Queue({ docked, current, folded, onPick, onFold }: QueueProps): ReactNode {
  const text = useText();
  const ticks = useTicks();
  const place = docked.indexOf(current);
  const waiting = docked.filter(it => it.card.state === 'waiting');
  const single = docked.length === 1;

  function go(next: number): void {
    const shown = docked[next];
    if (shown !== undefined) onPick(shown);
  }

  return (
    <nav className="queue" aria-label={text('queue.label')}>
      <div className="queue-bar">
        <span className="quiet">{single ? text('dock.label') : text('dock.position', place + 1, docked.length)}</span>
        {!single && (
          <span className="queue-step">
            <IconButton
              icon="chevronUp"
              label={text('queue.previous')}
              off={place === 0}
              onClick={() => go(place - 1)}
            />
            <IconButton
              icon="chevronDown"
              label={text('queue.next')}
              off={place === docked.length - 1}
              onClick={() => go(place + 1)}
            />
          </span>
        )}
        <span className="spacer" />
        <IconButton
          icon={folded ? 'chevronRight' : 'chevronDown'}
          label={folded ? text('queue.expand') : text('queue.collapse')}
          off={false}
          onClick={onFold}
        />
      </div>
      {(!single || folded) && (
        <ul className="queue-rows">
          {docked.map(shown => (
            <Row
              key={shown.key}
              shown={shown}
              current={shown === current && !folded}
              ticks={waiting.length > 1 ? ticks : undefined}
              onPick={() => onPick(shown)}
            />
          ))}
        </ul>
      )}
      {waiting.length > 1 && (
        <BatchBar key={waiting.map(it => `${it.key}:${it.card.revision}`).join(' ')} waiting={waiting} ticks={ticks} />
      )}
    </nav>
  );
}

interface IconButtonProps {
  readonly icon: 'chevronUp' | 'chevronDown' | 'chevronRight';
  readonly label: string;
  readonly off: boolean;
  readonly onClick: () => void;
}

function IconButton({ icon, label, off, onClick }: IconButtonProps): ReactNode {
  return (
    <button type="button" className="icon-button" title={label} aria-label={label} disabled={off} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

interface RowProps {
  readonly shown: ShownCard;
  readonly current: boolean;
  /** Where several are decided together. */
  readonly ticks: Ticks | undefined;
  readonly onPick: () => void;
}

/** A card that is not being read: one line. The card that is being read carries its names itself. */
function Row({ shown, current, ticks, onPick }: RowProps): ReactNode {
  const { card } = shown;
  const chat = useChat();
  const text = useText();
  const element = useRef<HTMLLIElement>(null);
  usePainted(element, () => chat.painted(card));
  const sentence = sentenceOf(card, text);
  const names = {
    'data-testid': 'card',
    'data-call-id': card.toolCallId,
    'data-kind': card.kind,
    'data-state': card.state,
    'data-risk': card.risk,
    'data-alarm': alarmOf(card),
  };
  return (
    <li ref={element} {...(current ? {} : names)}>
      {ticks !== undefined && card.state === 'waiting' && <Tick shown={shown} ticks={ticks} />}
      <button type="button" className="queue-row" aria-current={current} onClick={onPick}>
        <Icon name={card.state === 'waiting' ? sentence.icon : card.state === 'decided' ? 'check' : 'close'} />
        <span className="queue-what">
          {text(sentence.verb)}{' '}
          <span className={sentence.plain === true ? '' : 'object'}>
            <Plain text={inTitle(sentence.object)} />
          </span>
        </span>
        {card.state === 'waiting' ? (
          <WorstEffect card={card} />
        ) : (
          <span className="quiet">{text(`state.${card.state}`)}</span>
        )}
      </button>
    </li>
  );
}

/** Ticked is allowed, unticked is denied; what cannot be allowed among others is decided on its card. */
function Tick({ shown, ticks }: { readonly shown: ShownCard; readonly ticks: Ticks }): ReactNode {
  const text = useText();
  const sentence = sentenceOf(shown.card, text);
  const together = goesTogether(shown.card);
  return (
    <input
      type="checkbox"
      aria-label={text('queue.tick', `${text(sentence.verb)} ${inTitle(sentence.object)}`)}
      title={together ? undefined : text('queue.notTogether')}
      disabled={!together}
      checked={ticks.isTicked(shown)}
      onChange={event => ticks.tick(shown, event.target.checked)}
    />
  );
}
