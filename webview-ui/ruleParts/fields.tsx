import type { Action } from '../../src/core/call/ruleRef';
import type { WritableScope } from '../../src/core/ruleAdmin/storedRule';
import { useText } from '../state/context';
import { keyedPlaces } from '../base/keyed';
import { type LifeName, lifeText, livesOf } from './lives';
import { type ReactNode, useId } from 'react';

interface ActionProps {
  readonly value: Action;
  readonly choices: readonly Action[];
  readonly onChange: (action: Action) => void;
}

/** What a rule does: one row of buttons of which one is on. */
export function ActionField({ value, choices, onChange }: ActionProps): ReactNode {
  const text = useText();
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={text('rule.action')}>
      {choices.map(action => (
        <label key={action} data-action={action}>
          <input type="radio" name={name} checked={value === action} onChange={() => onChange(action)} />
          {text(`action.${action}`)}
        </label>
      ))}
    </div>
  );
}

interface ScopeProps {
  readonly value: WritableScope;
  readonly choices: readonly WritableScope[];
  readonly onChange: (scope: WritableScope) => void;
}

export function ScopeField({ value, choices, onChange }: ScopeProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <div className="rule-field">
      <label htmlFor={id}>{text('rule.scope')}</label>
      <select id={id} value={value} onChange={event => choose(choices, event.target.value, onChange)}>
        {choices.map(scope => (
          <option key={scope} value={scope}>
            {text(`scope.${scope}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface LifeProps {
  readonly value: LifeName;
  readonly scope: WritableScope;
  readonly onChange: (life: LifeName) => void;
}

export function LifeField({ value, scope, onChange }: LifeProps): ReactNode {
  const text = useText();
  const id = useId();
  const choices = livesOf(scope);
  return (
    <div className="rule-field">
      <label htmlFor={id}>{text('rule.life')}</label>
      <select
        id={id}
        value={choices.includes(value) ? value : 'always'}
        onChange={event => choose(choices, event.target.value, onChange)}
      >
        {choices.map(life => (
          <option key={life} value={life}>
            {lifeText(life, scope, text)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PatternsProps {
  readonly value: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
  readonly invalid: boolean;
}

/** One line for each pattern; rules that belong together are made together. */
export function PatternFields({ value, onChange, invalid }: PatternsProps): ReactNode {
  const text = useText();
  return (
    <div className="patterns">
      {keyedPlaces(value).map(([key, pattern, place]) => (
        <input
          key={key}
          type="text"
          className="mono"
          aria-label={value.length === 1 ? text('rule.pattern') : text('rule.patternOf', place + 1, value.length)}
          aria-invalid={invalid}
          placeholder="Bash(npm run test:*)"
          autoComplete="off"
          spellCheck={false}
          value={pattern}
          onChange={event => onChange(value.with(place, event.target.value))}
        />
      ))}
    </div>
  );
}

interface DescriptionProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** What the person notes beside a rule. */
export function DescriptionField({ value, onChange }: DescriptionProps): ReactNode {
  const text = useText();
  return (
    <input
      type="text"
      aria-label={text('rule.description')}
      placeholder={text('rule.description')}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
}

/** The value of a `select` is a text; what is not among the choices changes nothing. */
export function choose<T extends string>(choices: readonly T[], value: string, onChange: (choice: T) => void): void {
  const chosen = choices.find(choice => choice === value);
  if (chosen !== undefined) onChange(chosen);
}
