import type { FieldProblem } from '../../src/core/card/formAnswer';
import type { Interaction, InteractionResponse } from '../../src/core/card/interaction';
import { useText } from '../state/context';
import { Sentence } from '../text/sentence';
import type { ReactNode } from 'react';

export interface FormProps<T extends Interaction = Interaction> {
  readonly interaction: T;
  readonly response: InteractionResponse;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (response: InteractionResponse) => void;
}

/** What is wrong inside one part of a form, by the names that its fields have there. */
export function problemsIn(part: Interaction, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  if (part.type !== 'combined') return problems;
  const inside = `${part.id}/`;
  return problems.flatMap(problem => {
    if (problem.id === part.id) return [problem];
    return problem.id.startsWith(inside) ? [{ ...problem, id: problem.id.slice(inside.length) }] : [];
  });
}

export function Required(): ReactNode {
  const text = useText();
  return <span className="quiet"> · {text('form.required')}</span>;
}

/** A part that may be left out as a whole: what is required in it is so only once something of it is filled in. */
export function Optional(): ReactNode {
  const text = useText();
  return <span className="quiet"> · {text('form.optional')}</span>;
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
      <Sentence of={problem.message} />
    </p>
  );
}
