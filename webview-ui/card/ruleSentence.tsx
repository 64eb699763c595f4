import type { RuleOffers } from '../../src/core/ruleAdmin/offers';
import { choose, PatternFields } from '../ruleParts/fields';
import { livesOf } from '../ruleParts/lives';
import { useText } from '../state/context';
import { keyedPlaces } from '../base/keyed';
import type { Written } from './useOfferedRule';
import { Fragment, type ReactNode } from 'react';

interface RuleSentenceProps {
  readonly written: Written;
  readonly offers: RuleOffers;
  readonly invalid: boolean;
  readonly onWrite: (part: Partial<Written>) => void;
}

/** A rule is a sentence, and what can be another way in it is picked where it stands. */
export function RuleSentence({ written, offers, invalid, onWrite }: RuleSentenceProps): ReactNode {
  const text = useText();
  const { action, choices, chosen, scope, life } = written;
  const own = choices.length - 1;
  const whats = choices.map((patterns, place) => {
    if (place === own) return text('ruleForm.own');
    const says = offers.offers[place]?.says ?? [];
    return says.length === 0 ? patterns.join(', ') : says.map(text.sentence).join(', ');
  });
  const lifeChoices = livesOf(scope);
  const pickers: readonly ReactNode[] = [
    <Picker
      label={text('rule.action')}
      value={action}
      choices={['allow', 'deny'] as const}
      wordOf={each => text(`action.${each}`)}
      onPick={each => onWrite({ action: each })}
    />,
    <Picker
      label={text('ruleForm.what')}
      value={String(chosen)}
      choices={choices.map((_, place) => String(place))}
      wordOf={place => whats[Number(place)] ?? ''}
      onPick={place => onWrite({ chosen: Number(place) })}
    />,
    <Picker
      label={text('rule.scope')}
      value={scope}
      choices={offers.scopes}
      wordOf={each => text(`scope.in.${each}`)}
      onPick={each => onWrite({ scope: each })}
    />,
    <Picker
      label={text('rule.life')}
      value={lifeChoices.includes(life) ? life : 'always'}
      choices={lifeChoices}
      wordOf={each => text(each === 'always' && scope === 'session' ? 'life.in.session' : `life.in.${each}`)}
      onPick={each => onWrite({ life: each })}
    />,
  ];
  return (
    <>
      <p className="rule-sentence">
        {text('ruleForm.sentence')
          .split(/(\{\d\})/)
          .map(piece => {
            const place = /^\{(\d)\}$/.exec(piece)?.[1];
            return <Fragment key={piece}>{place === undefined ? piece : pickers[Number(place)]}</Fragment>;
          })}
      </p>
      <PatternFields
        value={choices[chosen] ?? []}
        invalid={invalid}
        onChange={patterns => onWrite({ choices: choices.with(chosen, patterns) })}
      />
    </>
  );
}

interface PickerProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly T[];
  readonly wordOf: (choice: T) => string;
  readonly onPick: (choice: T) => void;
}

function Picker<T extends string>({ label, value, choices, wordOf, onPick }: PickerProps<T>): ReactNode {
  return (
    <select
      className="picker"
      aria-label={label}
      value={value}
      onChange={event => choose(choices, event.target.value, onPick)}
    >
      {keyedPlaces(choices).map(([key, choice]) => (
        <option key={key} value={choice}>
          {wordOf(choice)}
        </option>
      ))}
    </select>
  );
}
