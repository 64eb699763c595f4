import type { FieldProblem } from '../../src/core/card/formAnswer';
import type { Interaction, InteractionResponse } from '../../src/core/card/interaction';
import { Sentence } from '../text/sentence';
import type { ReactNode } from 'react';

export interface FormProps<T extends Interaction = Interaction> {
  readonly interaction: T;
  readonly response: InteractionResponse;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (response: InteractionResponse) => void;
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
