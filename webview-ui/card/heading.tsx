import type { Card } from '../../src/core/card/card';
import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { activeSession, type ShownCard } from '../state/chatState';
import { DiffCount } from '../text/diffView';
import { Plain } from '../text/plain';
import { changeOf } from './bodies/file';
import { Countdown } from './countdown';
import { Effects } from './effects';
import { baseName, inTitle, sentenceOf, shortPath } from './sentence';
import { type ReactNode, type RefObject, useMemo } from 'react';

interface HeadingProps {
  readonly card: Card;
  readonly titleId: string;
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
}

/** What is asked, in one sentence. It stays in sight whatever is read below it. */
export function Heading({ card, titleId, titleRef }: HeadingProps): ReactNode {
  const text = useText();
  const sentence = sentenceOf(card, text);
  return (
    <header className="card-head">
      <Icon name={sentence.icon} />
      <h2 id={titleId} ref={titleRef} className="card-title" tabIndex={-1} data-queue="">
        {text(sentence.verb)}{' '}
        {sentence.object !== '' && (
          <span className={sentence.plain === true ? '' : 'object'} title={sentence.object}>
            <Plain text={inTitle(sentence.object)} />
          </span>
        )}
        {card.kind === 'file_write' && <ChangeCount card={card} />}
      </h2>
    </header>
  );
}

/** Who asks it, from where, and what it does. */
export function About({ shown }: { readonly shown: ShownCard }): ReactNode {
  return (
    <div className="card-about">
      <Origin shown={shown} />
      <Effects card={shown.card} />
    </div>
  );
}

/** How much of the file would change. */
function ChangeCount({ card }: { readonly card: Card }): ReactNode {
  const change = useMemo(() => changeOf(card, card.edit?.input ?? card.input), [card]);
  return (
    change !== undefined && (
      <>
        {' '}
        <DiffCount changes={change.changes} />
      </>
    )
  );
}

function Origin({ shown }: { readonly shown: ShownCard }): ReactNode {
  const { card, deadline } = shown;
  const text = useText();
  const chat = useChat();
  const agent = card.subagent;
  const parent = agent?.parentToolCallId;
  return (
    <p className="card-origin quiet">
      {agent !== undefined && (
        <span>
          <Plain text={text('card.agent', agent.type ?? agent.id)} />
          {agent.task !== undefined && <Plain text={` · ${agent.task}`} />}
          {parent !== undefined && (
            <button type="button" className="link" title={text('card.revealAgent')} onClick={() => chat.reveal(parent)}>
              {text('card.reveal')}
            </button>
          )}
        </span>
      )}
      <Where cwd={card.cwd} />
      {deadline !== undefined && <Countdown deadline={deadline} />}
      {card.paused && card.remainingMs !== undefined && <span>{text('card.paused')}</span>}
    </p>
  );
}

/** The folder of the session by its name, one inside it from there, any other in full. */
function Where({ cwd }: { readonly cwd: string }): ReactNode {
  const text = useText();
  const home = useView(view => activeSession(view.chat)?.cwd);
  const shown = home === undefined || cwd === home ? baseName(cwd) : shortPath(cwd, home);
  return (
    <span title={cwd}>
      <Plain text={text('card.where', shown)} />
    </span>
  );
}
