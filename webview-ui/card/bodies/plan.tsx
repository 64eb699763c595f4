import type { Card } from '../../../src/core/card/card';
import { asString } from '../../../src/core/base/json';
import { Icon } from '../../base/icon';
import { useText } from '../../state/context';
import { showsAll } from '../../text/drawn';
import { HiddenWarning, Payload } from '../../text/payload';
import { Markdown } from '../../text/markdownView';
import { Plain } from '../../text/plain';
import { Rest, restOf } from './rest';
import { type ReactNode, useMemo, useState } from 'react';

const drawn = { plan: 'string', planFilePath: 'string' } as const;

/** A plan is a document, and is read as one where all of it can be read so; as it is written, always. */
export function PlanBody({ card, plan }: { readonly card: Card; readonly plan: string }): ReactNode {
  const text = useText();
  const path = asString(card.input.planFilePath);
  const texts = useMemo(() => [plan], [plan]);
  return (
    <>
      <HiddenWarning texts={texts} />
      <PlanText plan={plan} />
      {path !== undefined && (
        <p className="quiet">
          {text('plan.path')} <Plain text={path} />
        </p>
      )}
      <Rest rest={restOf(card.input, drawn)} />
    </>
  );
}

function PlanText({ plan }: { readonly plan: string }): ReactNode {
  const text = useText();
  const whole = useMemo(() => showsAll(plan), [plan]);
  const [written, setWritten] = useState(!whole);
  return (
    <>
      {!whole && (
        <p className="warning">
          <Icon name="warning" />
          <span>{text('plan.notWhole')}</span>
        </p>
      )}
      <div className="plan">{written ? <Payload text={plan} /> : <Markdown text={plan} />}</div>
      <button type="button" className="link" aria-pressed={written} onClick={() => setWritten(!written)}>
        {text('plan.written')}
      </button>
    </>
  );
}
