import type { RuleOffers } from '../../src/core/ruleAdmin/offers';
import { choose, PatternFields } from '../ruleParts/fields';
import { livesOf } from '../ruleParts/lives';
import { useText } from '../state/context';
import { keyedPlaces } from '../base/keyed';
import type { Written } from './useOfferedRule';
import type { ReactNode } from 'react';

interface RuleSentenceProps {
  readonly written: Written;
  readonly offers: RuleOffers;
  readonly invalid: boolean;
  readonly onWrite: (part: Partial<Written>) => void;
}

/** A rule is a sentence, and what can be another way in it is picked where it stands. */
export function RuleSentence(props: RuleSentenceProps): ReactNode {
  const { written, invalid, onWrite } = props;
  const { choices, chosen } = written;
  const text = useText();
  return (
    <>
      <p className="rule-sentence">
        {text
          .unfilled('ruleForm.sentence')
          .split(/(\{\d\})/)
          .map(piece => (
            <Piece key={piece} piece={piece} {...props} />
          ))}
      </p>
      <PatternFields
        value={choices[chosen] ?? []}
        invalid={invalid}
        onChange={patterns => onWrite({ choices: choices.with(chosen, patterns) })}
      />
    </>
  );
}

/** A part of the sentence: what can be picked, or the words between. */
function Piece({ piece, written, offers, onWrite }: RuleSentenceProps & { readonly piece: string }): ReactNode {
  const text = useText();
  const { action, scope, life } = written;
  const lives = livesOf(scope);
  switch (piece) {
    case '{0}':
      return (
        <Picker
          label={text('rule.action')}
          value={action}
          choices={['allow', 'deny'] as const}
          wordOf={each => text(`action.${each}`)}
          onPick={each => onWrite({ action: each })}
        />
      );
    case '{1}':
      return <WhatPicker written={written} offers={offers} onWrite={onWrite} />;
    case '{2}':
      return (
        <Picker
          label={text('rule.scope')}
          value={scope}
          choices={offers.scopes}
          wordOf={each => text(`scope.in.${each}`)}
          onPick={each => onWrite({ scope: each })}
        />
      );
    case '{3}':
      return (
        <Picker
          label={text('rule.life')}
          value={lives.includes(life) ? life : 'always'}
          choices={lives}
          wordOf={each => text(each === 'always' && scope === 'session' ? 'life.in.session' : `life.in.${each}`)}
          onPick={each => onWrite({ life: each })}
        />
      );
    default:
      return piece;
  }
}

/** What the rule is about, narrowest first, in words; the last is a pattern of the person's own. */
function WhatPicker({ written, offers, onWrite }: Omit<RuleSentenceProps, 'invalid'>): ReactNode {
  const text = useText();
  const { choices, chosen } = written;
  const wordOf = (place: number): string => {
    if (place === choices.length - 1) return text('ruleForm.own');
    const says = offers.offers[place]?.says ?? [];
    return says.length === 0 ? (choices[place] ?? []).join(', ') : says.map(text.sentence).join(', ');
  };
  return (
    <Picker
      label={text('ruleForm.what')}
      value={String(chosen)}
      choices={choices.map((_, place) => String(place))}
      wordOf={place => wordOf(Number(place))}
      onPick={place => onWrite({ chosen: Number(place) })}
    />
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
