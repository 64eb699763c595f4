import type { Card } from '../../src/core/card/card';
import { useText, useView } from '../state/context';
import { type Decider, planChoices } from './useDecider';
import type { Edit } from './useEdit';
import { RuleForm } from './ruleForm';
import { CriticalPanel, NotePanel } from './panels';
import { type ReactNode, useId } from 'react';

interface ActionsProps {
  readonly card: Card;
  readonly cardKey: string;
  readonly decider: Decider;
  readonly edit: Edit;
}

/** The answers. They stay in sight whatever the size of what is above them. */
export function Actions({ card, cardKey, decider, edit }: ActionsProps): ReactNode {
  switch (decider.mode) {
    case 'note':
      return <NotePanel card={card} cardKey={cardKey} decider={decider} />;
    case 'critical':
      return <CriticalPanel decider={decider} />;
    case 'rule':
      return <RuleForm card={card} decider={decider} />;
    case 'choose':
      return <Choices card={card} decider={decider} edit={edit} />;
    default:
      return decider.mode satisfies never;
  }
}

interface ChoiceProps {
  readonly card: Card;
  readonly decider: Decider;
  readonly edit: Edit;
}

function Choices({ card, decider, edit }: ChoiceProps): ReactNode {
  const text = useText();
  const rules = useView(view => view.chat.capabilities.rules);
  const asksForAnswer = card.interaction !== undefined;
  // What waits for an answer is never for a rule, and a rule is offered for the call as it was proposed.
  const ruleHelps = rules && !asksForAnswer && card.kind !== 'plan' && edit.result === undefined;
  return (
    <div className="card-actions">
      {card.kind === 'plan' && <PlanChoice decider={decider} />}
      <button
        type="button"
        className="primary"
        aria-disabled={decider.blocked || !decider.canAllow}
        title={text('card.allowKeys')}
        onClick={() => decider.allow()}
      >
        {asksForAnswer ? text('card.answer') : text('card.allowOnce')}
      </button>
      {ruleHelps && (
        <button type="button" aria-disabled={decider.blocked} onClick={() => decider.open('rule')}>
          {text('card.allowRule')}
        </button>
      )}
      <button
        type="button"
        aria-disabled={decider.blocked}
        title={card.kind === 'plan' ? text('plan.deny') : text('card.denyKeys')}
        onClick={() => decider.deny()}
      >
        {text('card.deny')}
      </button>
      <EditButton edit={edit} />
      <span className="spacer" />
      <Refusals decider={decider} />
      <Sending decider={decider} />
    </div>
  );
}

/** A plan can be taken in three ways; the fourth choice, to go on planning, is a refusal. */
function PlanChoice({ decider }: { readonly decider: Decider }): ReactNode {
  const text = useText();
  const name = useId();
  return (
    <fieldset className="plan-choice">
      <legend className="quiet">{text('plan.how')}</legend>
      {planChoices.map(plan => (
        <label key={plan} className="option-line">
          <input type="radio" name={name} checked={decider.plan === plan} onChange={() => decider.choosePlan(plan)} />
          {text(`plan.${plan}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Refusals({ decider }: { readonly decider: Decider }): ReactNode {
  const text = useText();
  return (
    <span className="refusals">
      <button
        type="button"
        className="quiet-button"
        aria-disabled={decider.blocked}
        onClick={() => decider.open('note')}
      >
        {text('card.denyNote')}
      </button>
      <button
        type="button"
        className="quiet-button"
        aria-disabled={decider.blocked}
        title={text('card.denyStopHint')}
        onClick={() => decider.deny({ stop: true })}
      >
        {text('card.denyStop')}
      </button>
    </span>
  );
}

/** Changes what will run before it is allowed; opening it decides nothing. */
function EditButton({ edit }: { readonly edit: Edit }): ReactNode {
  const text = useText();
  if (edit.editable === undefined || edit.open) return null;
  return (
    <button type="button" className="quiet-button" onClick={edit.begin}>
      {text('card.edit')}
    </button>
  );
}

function Sending({ decider }: { readonly decider: Decider }): ReactNode {
  const text = useText();
  return decider.sending ? <span className="quiet">{text('card.sending')}</span> : null;
}
