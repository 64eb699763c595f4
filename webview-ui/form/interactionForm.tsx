import type { InteractionResponse } from '../../src/core/card/interaction';
import { Plain } from '../text/plain';
import { ConfirmField } from './confirmField';
import { InputField } from './inputField';
import { SelectField } from './selectField';
import { type FormProps, Optional, ProblemOf, problemsIn, Required } from './field';
import { type ReactNode, useId } from 'react';

/** Anything a person can be asked, drawn from its description. */
export function InteractionForm({ interaction, response, problems, onChange }: FormProps): ReactNode {
  const titleId = useId();
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
        <div className="form" role="group" aria-labelledby={interaction.title === '' ? undefined : titleId}>
          {interaction.title !== '' && (
            <p className="form-title" id={titleId}>
              <Plain text={interaction.title} />
              {interaction.required === true && <Required />}
              {interaction.required === false && <Optional />}
            </p>
          )}
          {interaction.description !== undefined && (
            <p className="quiet">
              <Plain text={interaction.description} />
            </p>
          )}
          {interaction.interactions.map(part => (
            <InteractionForm
              key={part.id}
              interaction={part}
              response={responses.find(it => it.id === part.id) ?? { id: part.id }}
              problems={problemsIn(part, problems)}
              onChange={change}
            />
          ))}
          <ProblemOf id={interaction.id} problems={problems} />
        </div>
      );
    }
    default:
      return interaction satisfies never;
  }
}
