import type { Card } from '../../src/core/card/card';
import type { CardReason } from '../../src/core/call/judgement';
import { useText } from '../state/context';
import { Icon, type IconName } from '../base/icon';
import { keyed } from '../base/keyed';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import type { ReactNode } from 'react';

const icons: Readonly<Record<CardReason['verdict'], IconName>> = { allow: 'check', ask: 'question', deny: 'close' };
/** More parts that are allowed anyway are folded: what asks is what has to be read. */
const allowedInSight = 2;

/** What the rules say of the call, part by part; what asks comes first. */
export function Reasons({ card }: { readonly card: Pick<Card, 'because'> }): ReactNode {
  const text = useText();
  const asking = card.because.filter(part => part.verdict !== 'allow');
  const allowed = card.because.filter(part => part.verdict === 'allow');
  const whole = card.because.length === 1;
  const inSight = allowed.length > allowedInSight ? asking : [...asking, ...allowed];
  return (
    <>
      {inSight.length > 0 && <ReasonList parts={inSight} whole={whole} />}
      {allowed.length > allowedInSight && (
        <details className="more">
          <summary>{text('because.allowed', allowed.length)}</summary>
          <ReasonList parts={allowed} whole={false} />
        </details>
      )}
    </>
  );
}

function ReasonList({ parts, whole }: { readonly parts: readonly CardReason[]; readonly whole: boolean }): ReactNode {
  return (
    <ul className="because">
      {keyed(parts, part => `${part.verdict}:${part.command ?? part.reason.text}`).map(([key, part]) => (
        <Reason key={key} part={part} whole={whole} />
      ))}
    </ul>
  );
}

/** `whole`: the part is all there is, so repeating it says nothing. */
function Reason({ part, whole }: { readonly part: CardReason; readonly whole: boolean }): ReactNode {
  const text = useText();
  return (
    <li data-verdict={part.verdict}>
      <Icon name={icons[part.verdict]} />
      <span>
        {part.command !== undefined && !whole && (
          <code>
            <Plain text={part.command} />
          </code>
        )}{' '}
        <span className="verdict">{text(`verdict.${part.verdict}`)}</span>
        <span className="quiet">
          {' · '}
          <Sentence of={part.reason} />
          {part.rule !== undefined && (
            <>
              {' · '}
              <code>
                <Plain text={part.rule} />
              </code>
            </>
          )}
          {part.where !== undefined && <Plain text={` · ${text.place(part.where)}`} />}
        </span>
      </span>
    </li>
  );
}
