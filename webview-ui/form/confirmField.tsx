import type { ConfirmInteraction } from '../../src/core/card/interaction';
import { useText } from '../state/context';
import { Plain } from '../text/plain';
import { type FormProps, ProblemOf, Required } from './field';
import { type ReactNode, useId } from 'react';

export function ConfirmField({ interaction, response, problems, onChange }: FormProps<ConfirmInteraction>): ReactNode {
  const text = useText();
  const name = useId();
  const choices = [
    { value: true, label: interaction.confirmText ?? text('form.yes') },
    { value: false, label: interaction.cancelText ?? text('form.no') },
  ];
  return (
    <fieldset className="field">
      <legend>
        <Plain text={interaction.title} />
        {interaction.required === true && <Required />}
      </legend>
      {interaction.description !== undefined && (
        <p className="quiet">
          <Plain text={interaction.description} />
        </p>
      )}
      <div className="row">
        {choices.map(({ value, label }) => (
          <label key={String(value)} className="option-line">
            <input
              type="radio"
              name={name}
              checked={response.confirmed === value}
              onChange={() => onChange({ ...response, confirmed: value })}
            />
            <Plain text={label} />
          </label>
        ))}
      </div>
      <ProblemOf id={interaction.id} problems={problems} />
    </fieldset>
  );
}
