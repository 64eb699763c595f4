import type { Card } from '../../src/core/card/card';
import type { RuleOffers } from '../../src/core/ruleAdmin/offers';
import type { ConfirmRule } from '../../src/core/protocol/readRules';
import { useChat, useText } from '../state/context';
import type { TextKey } from '../language/translate';
import { PreviewView } from '../ruleParts/previewView';
import { SharedDraft } from '../ruleParts/sharedDraft';
import { Sentence } from '../text/sentence';
import { useGrace } from './grace';
import { cardKey } from './keys';
import { RuleSentence } from './ruleSentence';
import { Suggestions, type Ticked, tickedOf } from './suggestions';
import type { Decider } from './useDecider';
import { useOfferedRule } from './useOfferedRule';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

interface OfferedProps {
  readonly card: Card;
  readonly decider: Decider;
  readonly offers: RuleOffers;
}

/** What can become a rule, as a sentence to be changed. What it would have done is in sight before it is made. */
export function OfferedRules({ card, decider, offers }: OfferedProps): ReactNode {
  const text = useText();
  // The form stands where the answers stood: a second click on the same place must not make a rule.
  const grace = useGrace();
  const [ticked, setTicked] = useState<Ticked>(new Set());
  const { written, write, preview, shares, draft, rule } = useOfferedRule(card, offers);
  const { action } = written;
  const taken = action === 'allow' ? tickedOf(card.details.suggestions, ticked) : [];
  const suggestions = taken.length === 0 ? {} : { suggestions: taken };
  // What everybody gets is read to its end before it can be written.
  const [seen, setSeen] = useState<string>();
  const isRead = !shares || (draft.found !== undefined && seen === draft.found.draft);
  const blocked = decider.blocked || !grace.armed;

  function make(): void {
    if (!grace.accepts() || rule === undefined || !isRead) return;
    if (action === 'allow') decider.allow({ rule, ...suggestions });
    else decider.deny({ rule });
  }

  return (
    <div className="card-actions rule-making" onKeyDown={event => onMakingKey(event, make)}>
      {offers.reason !== undefined && (
        <p className="quiet">
          <Sentence of={offers.reason} />
        </p>
      )}
      <RuleSentence written={written} offers={offers} invalid={preview.found?.problem !== undefined} onWrite={write} />
      <PreviewView preview={preview} wanted={action} />
      {shares && <SharedDraft draft={draft} onRead={setSeen} />}
      {shares && !isRead && <p className="quiet">{text('shared.readFirst')}</p>}
      {action === 'allow' && <Suggestions suggestions={card.details.suggestions} ticked={ticked} onTick={setTicked} />}
      <Making
        label={makeLabel(action, written.scope)}
        canMake={!blocked && isRead && rule !== undefined && (action === 'deny' || decider.canAllow)}
        onMake={make}
        canApply={!blocked && decider.canAllow}
        {...(taken.length > 0 ? { onApply: () => grace.accepts() && decider.allow(suggestions) } : {})}
        onBack={decider.back}
      />
    </div>
  );
}

/** The chord that allows elsewhere does here what the form says. */
function onMakingKey(event: KeyboardEvent, make: () => void): void {
  const pressed = cardKey(event);
  if (pressed !== 'allow' && pressed !== 'deny') return;
  event.preventDefault();
  event.stopPropagation();
  if (pressed === 'allow') make();
}

interface MakingProps {
  readonly label: TextKey;
  readonly canMake: boolean;
  readonly onMake: () => void;
  readonly canApply: boolean;
  /** Applies what the agent suggests and makes no rule; absent where nothing is ticked. */
  readonly onApply?: () => void;
  readonly onBack: () => void;
}

function Making({ label, canMake, onMake, canApply, onApply, onBack }: MakingProps): ReactNode {
  const text = useText();
  const chat = useChat();
  return (
    <div className="row">
      <button type="button" className="primary" aria-disabled={!canMake} onClick={onMake}>
        {text(label)}
      </button>
      {onApply !== undefined && (
        <button type="button" aria-disabled={!canApply} onClick={onApply}>
          {text('suggests.only')}
        </button>
      )}
      <button type="button" onClick={onBack}>
        {text('card.back')}
      </button>
      <button
        type="button"
        className="link"
        onClick={() => void chat.attempt(() => chat.host.request('rules/show', {}))}
      >
        {text('ruleForm.manage')}
      </button>
    </div>
  );
}

function makeLabel(action: ConfirmRule['action'], scope: ConfirmRule['scope']): TextKey {
  if (scope === 'team') return action === 'deny' ? 'sharedTeam.writeDeny' : 'sharedTeam.writeAllow';
  if (scope === 'project') return action === 'deny' ? 'shared.writeDeny' : 'shared.writeAllow';
  return action === 'deny' ? 'ruleForm.makeDeny' : 'ruleForm.makeAllow';
}
