import type { Card } from '../../../src/core/card/card';
import { asString } from '../../../src/core/base/json';
import { useText } from '../../state/context';
import { HiddenWarning } from '../../text/payload';
import { Markdown } from '../../text/markdownView';
import { Plain } from '../../text/plain';
import { type ReactNode, useMemo } from 'react';

/** A plan is a document: it is read as one. */
export function PlanBody({ card, plan }: { readonly card: Card; readonly plan: string }): ReactNode {
  const text = useText();
  const path = asString(card.input.planFilePath);
  const texts = useMemo(() => [plan], [plan]);
  return (
    <>
      <HiddenWarning texts={texts} />
      <div className="plan">
        <Markdown text={plan} />
      </div>
      {path !== undefined && (
        <p className="quiet">
          {text('plan.path')} <Plain text={path} />
        </p>
      )}
    </>
  );
}
