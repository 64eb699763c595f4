import type { Card } from '../../src/core/card/card';
import type { Sentence as Said } from '../../src/core/texts/sentence';
import { useText } from '../state/context';
import { Sentence } from '../text/sentence';
import type { Decider } from './useDecider';
import { useRuleOffers } from './useRuleOffers';
import { lazy, type ReactNode, Suspense } from 'react';

/** Comes with the first rule that is made: most cards are answered without one. */
const OfferedRules = lazy(async () => ({ default: (await import('./offeredRules')).OfferedRules }));

interface RuleFormProps {
  readonly card: Card;
  readonly decider: Decider;
  /** The rule is for everybody who works on the project, unless the person says otherwise. */
  readonly forProject: boolean;
}

/** An answer that becomes a rule. */
export function RuleForm({ card, decider, forProject }: RuleFormProps): ReactNode {
  const { offers, trouble } = useRuleOffers(card, true);
  const looking = <Looking trouble={trouble} onBack={decider.back} />;
  if (offers === undefined) return looking;
  const scope = forProject ? 'project' : offers.scope;
  return (
    <Suspense fallback={looking}>
      <OfferedRules card={card} decider={decider} offers={{ ...offers, scope }} />
    </Suspense>
  );
}

interface LookingProps {
  readonly trouble: Said | undefined;
  readonly onBack: () => void;
}

function Looking({ trouble, onBack }: LookingProps): ReactNode {
  const text = useText();
  return (
    <div className="card-actions">
      {trouble === undefined ? (
        <span className="quiet">{text('rule.looking')}</span>
      ) : (
        <p className="bad" role="alert">
          <Sentence of={trouble} />
        </p>
      )}
      <button type="button" onClick={onBack}>
        {text('card.back')}
      </button>
    </div>
  );
}
