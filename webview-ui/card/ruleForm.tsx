import type { Card } from '../../src/core/card/card';
import type { ConfirmRule } from '../../src/core/protocol/readRules';
import type { RuleOffers } from '../../src/core/ruleAdmin/offers';
import type { WritableScope } from '../../src/core/ruleAdmin/storedRule';
import { useChat, useText } from '../state/context';
import type { TextKey } from '../language/translate';
import { keyedPlaces } from '../keyed';
import { ActionField, LifeField, PatternFields, ScopeField } from '../rules/fields';
import { PreviewView } from '../rules/previewView';
import { draftOf, SharedFile, useDraft } from '../rules/sharedFile';
import { useAnswer } from '../rules/useAnswer';
import { type LifeName, lives, livesOf } from '../rules/words';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { useGrace } from './grace';
import { cardKey } from './keys';
import { Suggestions, type Ticked, tickedOf } from './suggestions';
import type { Decider } from './useDecider';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { messageOf } from '../../src/core/base/messageOf';

interface RuleFormProps {
  readonly card: Card;
  readonly decider: Decider;
}

/** "Allow…": an answer that becomes a rule. What it would have done is in sight before it is made. */
export function RuleForm({ card, decider }: RuleFormProps): ReactNode {
  const text = useText();
  const chat = useChat();
  const [offers, setOffers] = useState<RuleOffers>();
  const [trouble, setTrouble] = useState<string>();
  const { sessionId, toolCallId } = card;
  useEffect(() => {
    let current = true;
    chat.host.request('rules/suggest', { sessionId, toolCallId }).then(
      found => current && setOffers(found),
      (error: unknown) => current && setTrouble(messageOf(error)),
    );
    return () => {
      current = false;
    };
  }, [chat, sessionId, toolCallId]);
  if (offers !== undefined) return <OfferedRules card={card} decider={decider} offers={offers} />;
  return (
    <div className="card-actions">
      {trouble === undefined ? (
        <span className="quiet">{text('rule.looking')}</span>
      ) : (
        <p className="bad" role="alert">
          <Sentence text={trouble} />
        </p>
      )}
      <button type="button" onClick={decider.back}>
        {text('card.back')}
      </button>
    </div>
  );
}

function OfferedRules({ card, decider, offers }: RuleFormProps & { readonly offers: RuleOffers }): ReactNode {
  const text = useText();
  const chat = useChat();
  // The form stands where the answers stood: a second click on the same place must not make a rule.
  const grace = useGrace();
  const { sessionId, toolCallId } = card;
  const [action, setAction] = useState<ConfirmRule['action']>('allow');
  // What is offered, each of which can be changed, and a rule of the person's own.
  const [choices, setChoices] = useState<readonly (readonly string[])[]>([
    ...offers.offers.map(offer => offer.patterns),
    [''],
  ]);
  const [chosen, setChosen] = useState(0);
  const [scope, setScope] = useState<WritableScope>(offers.scope);
  const [life, setLife] = useState<LifeName>('always');
  const [ticked, setTicked] = useState<Ticked>(new Set());
  const taken = action === 'allow' ? tickedOf(card.details.suggestions, ticked) : [];
  const suggestions = taken.length === 0 ? {} : { suggestions: taken };
  const patterns = (choices[chosen] ?? []).map(pattern => pattern.trim());
  const written = patterns.every(pattern => pattern !== '');
  const preview = useAnswer('rules/preview', written ? { sessionId, toolCallId, scope, action, patterns } : undefined);
  const limit = livesOf(scope).includes(life) ? lives[life] : undefined;
  const lasts = limit === undefined ? {} : { life: limit };
  const rules = patterns.map(pattern => ({ action, pattern }));
  const shared = scope === 'project';
  const draft = useDraft(
    shared && written ? { type: 'add', add: { scope, sessionId, rules, by: 'card', ...lasts } } : undefined,
  );
  const seen = draftOf(draft);
  const canMake =
    written && preview.found !== undefined && preview.found.problem === undefined && (!shared || seen !== undefined);
  const blocked = decider.blocked || !grace.armed || !canMake || (action === 'allow' && !decider.canAllow);

  function make(): void {
    if (!grace.accepts() || !canMake) return;
    const rule: ConfirmRule = { action, patterns, scope, ...lasts, ...seen };
    if (action === 'allow') decider.allow({ rule, ...suggestions });
    else decider.deny({ rule });
  }

  // The chord that allows elsewhere does here what the form says.
  function onKeyDown(event: KeyboardEvent): void {
    const pressed = cardKey(event);
    if (pressed !== 'allow' && pressed !== 'deny') return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed === 'allow') make();
  }

  return (
    <div className="card-actions rule-making" onKeyDown={onKeyDown}>
      <ActionField
        value={action}
        choices={['allow', 'deny']}
        labelOf={each => text(each === 'deny' ? 'ruleForm.deny' : 'ruleForm.allow')}
        onChange={each => setAction(each === 'deny' ? 'deny' : 'allow')}
      />
      {offers.reason !== undefined && (
        <p className="quiet">
          <Sentence text={offers.reason} />
        </p>
      )}
      <Choices
        choices={choices}
        chosen={chosen}
        invalid={preview.found?.problem !== undefined}
        onChoose={setChosen}
        onChange={setChoices}
      />
      <div className="rule-fields">
        <ScopeField value={scope} choices={offers.scopes} onChange={setScope} />
        <LifeField value={life} scope={scope} onChange={setLife} />
      </div>
      <PreviewView preview={preview} wanted={action} />
      {action === 'allow' && <Suggestions suggestions={card.details.suggestions} ticked={ticked} onTick={setTicked} />}
      {shared && <SharedFile draft={draft} />}
      <div className="row">
        <button type="button" className="primary" aria-disabled={blocked} onClick={make}>
          {text(makeLabel(action, shared))}
        </button>
        {taken.length > 0 && (
          <button
            type="button"
            aria-disabled={decider.blocked || !grace.armed || !decider.canAllow}
            onClick={() => grace.accepts() && decider.allow(suggestions)}
          >
            {text('suggests.only')}
          </button>
        )}
        <button type="button" onClick={decider.back}>
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
    </div>
  );
}

function makeLabel(action: ConfirmRule['action'], shared: boolean): TextKey {
  if (shared) return action === 'deny' ? 'shared.writeDeny' : 'shared.writeAllow';
  return action === 'deny' ? 'ruleForm.makeDeny' : 'ruleForm.makeAllow';
}

interface ChoicesProps {
  readonly choices: readonly (readonly string[])[];
  readonly chosen: number;
  readonly invalid: boolean;
  readonly onChoose: (place: number) => void;
  readonly onChange: (choices: readonly (readonly string[])[]) => void;
}

/** Narrowest first; the one that is chosen can be written in. */
function Choices({ choices, chosen, invalid, onChoose, onChange }: ChoicesProps): ReactNode {
  const text = useText();
  const name = useId();
  return (
    <div className="rule-choices" role="radiogroup" aria-label={text('rule.pattern')}>
      {keyedPlaces(choices).map(([key, patterns, place]) => {
        const own = place === choices.length - 1;
        const label = own ? text('ruleForm.own') : patterns.join(', ');
        return (
          <div key={key} className="rule-choice" data-chosen={place === chosen}>
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={place === chosen}
              onChange={() => onChoose(place)}
            />
            {place === chosen ? (
              <PatternFields
                value={patterns}
                invalid={invalid}
                onChange={written => onChange(choices.with(place, written))}
              />
            ) : (
              <span className="rule-choice-text" onClick={() => onChoose(place)}>
                {own ? <span className="quiet">{label}</span> : <Patterns patterns={patterns} />}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

function Patterns({ patterns }: { readonly patterns: readonly string[] }): ReactNode {
  return keyedPlaces(patterns).map(([key, pattern]) => (
    <code key={key}>
      <Plain text={pattern} />
    </code>
  ));
}
