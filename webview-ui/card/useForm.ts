import { type FieldProblem, formContent } from '../../src/core/card/formAnswer';
import type { Card } from '../../src/core/card/card';
import type { InteractionResponse } from '../../src/core/card/interaction';
import { useChat, useView } from '../state/context';
import { cleaned, initialResponse, readResponse } from '../form/response';
import { useState } from 'react';

/** The answer that a person is giving to the questions or the form of a card. */
export interface FormAnswer {
  readonly response: InteractionResponse | undefined;
  readonly problems: readonly FieldProblem[];
  readonly change: (response: InteractionResponse) => void;
  /** The answer to send, or nothing while something in it is wrong; the wrong places are marked then. */
  readonly finish: () => InteractionResponse | undefined;
}

export function useForm(card: Card, key: string): FormAnswer {
  const chat = useChat();
  const { interaction } = card;
  const draftKey = `form:${key}:${card.revision}`;
  const saved = useView(view => view.drafts.get(draftKey));
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const response = interaction === undefined ? undefined : (readResponse(saved) ?? initialResponse(interaction));

  return {
    response,
    problems,
    change: next => {
      setProblems([]);
      chat.draft(draftKey, JSON.stringify(next));
    },
    finish: () => {
      if (interaction === undefined || response === undefined) return undefined;
      const answer = cleaned(response);
      // Questions of the model may stay open; a form has rules of its own.
      if (card.kind !== 'elicitation' || interaction.type !== 'combined') return answer;
      const read = formContent(interaction, answer);
      if (read.ok) return answer;
      setProblems(read.problems);
      return undefined;
    },
  };
}
