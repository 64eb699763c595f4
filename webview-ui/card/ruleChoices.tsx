import { useText } from '../state/context';
import { keyedPlaces } from '../base/keyed';
import { PatternFields } from '../ruleParts/fields';
import { Plain } from '../text/plain';
import { type ReactNode, useId } from 'react';

interface ChoicesProps {
  readonly choices: readonly (readonly string[])[];
  readonly chosen: number;
  readonly invalid: boolean;
  readonly onChoose: (place: number) => void;
  readonly onChange: (choices: readonly (readonly string[])[]) => void;
}

/** Narrowest first; the one that is chosen can be written in. */
export function RuleChoices({ choices, chosen, invalid, onChoose, onChange }: ChoicesProps): ReactNode {
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
