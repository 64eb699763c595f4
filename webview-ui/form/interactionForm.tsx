import type { FieldProblem } from '../../src/core/forms';
import type { Interaction, InteractionResponse } from '../../src/core/interaction';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { ConfirmField } from './confirmField';
import { InputField } from './inputField';
import { SelectField } from './selectField';
import type { ReactNode } from 'react';

export interface FormProps<T extends Interaction = Interaction> {
  readonly interaction: T;
  readonly response: InteractionResponse;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (response: InteractionResponse) => void;
}

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

/** What is wrong with one field, next to it. */
export function ProblemOf({
  id,
  problems,
}: {
  readonly id: string;
  readonly problems: readonly FieldProblem[];
}): ReactNode {
  const problem = problems.find(it => it.id === id);
  return problem === undefined ? null : (
    <p className="bad" role="alert">
      <Sentence text={problem.message} />
    </p>
  );
}
