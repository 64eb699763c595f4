import type { InputInteraction } from '../../src/core/card/interaction';
import { useText } from '../state/context';
import { Plain } from '../text/plain';
import { type FormProps, ProblemOf, Required } from './field';
import { type ReactNode, useId } from 'react';

export function InputField({ interaction, response, problems, onChange }: FormProps<InputInteraction>): ReactNode {
  const text = useText();
  const id = useId();
  const shared = {
    id,
    placeholder: interaction.placeholder ?? '',
    value: response.text ?? '',
    'aria-required': interaction.required,
    'aria-invalid': problems.some(it => it.id === interaction.id),
  };
  const change = (value: string): void => onChange({ ...response, text: value });
  return (
    <div className="field">
      <label htmlFor={id}>
        <Plain text={interaction.title} />
        {interaction.required && <Required />}
      </label>
      {interaction.description !== undefined && (
        <p className="quiet">
          <Plain text={interaction.description} />
        </p>
      )}
      {interaction.format === 'lines' && <p className="quiet">{text('form.lines')}</p>}
      {interaction.multiline ? (
        <textarea {...shared} rows={3} onChange={event => change(event.target.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={interaction.format === 'number' || interaction.format === 'integer' ? 'decimal' : 'text'}
          onChange={event => change(event.target.value)}
        />
      )}
      <ProblemOf id={interaction.id} problems={problems} />
    </div>
  );
}
