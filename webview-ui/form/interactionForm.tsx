import type { InteractionResponse } from '../../src/core/card/interaction';
import { Plain } from '../text/plain';
import { ConfirmField } from './confirmField';
import { InputField } from './inputField';
import { SelectField } from './selectField';
import type { FormProps } from './field';
import type { ReactNode } from 'react';

/** Anything a person can be asked, drawn from its description. */
export function InteractionForm({ interaction, response, problems, onChange }: FormProps): ReactNode {
  switch (interaction.type) {
    case 'input':
      return <InputField interaction={interaction} response={response} problems={problems} onChange={onChange} />;
    case 'select':
      return <SelectField interaction={interaction} response={response} problems={problems} onChange={onChange} />;
    case 'confirm':
      return <ConfirmField interaction={interaction} response={response} problems={problems} onChange={onChange} />;
    case 'combined': {
      const responses = response.responses ?? [];
      const change = (next: InteractionResponse): void =>
        onChange({ ...response, responses: [...responses.filter(it => it.id !== next.id), next] });
      return (
        <div className="form">
          {interaction.title !== '' && (
            <p className="form-title">
              <Plain text={interaction.title} />
            </p>
          )}
          {interaction.interactions.map(part => (
            <InteractionForm
              key={part.id}
              interaction={part}
              response={responses.find(it => it.id === part.id) ?? { id: part.id }}
              problems={problems}
              onChange={change}
            />
          ))}
        </div>
      );
    }
    default:
      return interaction satisfies never;
  }
}
