import type { Interaction, InteractionResponse } from '../../src/core/card/interaction';
import { isObject } from '../../src/core/base/json';

/** The answer before a person touched it: the defaults that the asker gave. */
export function initialResponse(interaction: Interaction): InteractionResponse {
  const { id } = interaction;
  switch (interaction.type) {
    case 'input':
      return interaction.value === undefined ? { id } : { id, text: interaction.value };
    case 'select':
      return interaction.selected === undefined ? { id } : { id, selectedValues: interaction.selected };
    case 'confirm':
      return interaction.value === undefined ? { id } : { id, confirmed: interaction.value };
    case 'combined':
      return { id, responses: interaction.interactions.map(initialResponse) };
    default:
      return interaction satisfies never;
  }
}

/** A draft that was saved, if it is one. */
export function readResponse(saved: string | undefined): InteractionResponse | undefined {
  if (saved === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(saved);
    return isResponse(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isResponse(value: unknown): value is InteractionResponse {
  return isObject(value) && typeof value.id === 'string';
}

export function isAnswered(response: InteractionResponse): boolean {
  return (
    (response.text ?? '').trim() !== '' ||
    (response.selectedValues ?? []).length > 0 ||
    response.confirmed !== undefined ||
    (response.responses ?? []).some(isAnswered)
  );
}

/** How many of the parts have an answer. */
export function answeredCount(response: InteractionResponse): number {
  return (response.responses ?? [response]).filter(isAnswered).length;
}

/** An answer without the empty places that typing leaves behind. */
export function cleaned(response: InteractionResponse): InteractionResponse {
  const { text, notes, responses, ...rest } = response;
  return {
    ...rest,
    ...(text === undefined || text === '' ? {} : { text }),
    ...(notes === undefined || notes === '' ? {} : { notes }),
    ...(responses === undefined ? {} : { responses: responses.map(cleaned) }),
  };
}

/** How many fields that must have an answer have none; a part that may be left out as a whole needs nothing yet. */
export function missingCount(interaction: Interaction, response: InteractionResponse | undefined): number {
  const answered = response !== undefined && isAnswered(response);
  if (interaction.type !== 'combined') return interaction.required === true && !answered ? 1 : 0;
  const given = response?.responses ?? [];
  return interaction.interactions
    .filter(
      part =>
        part.type !== 'combined' || part.required === true || given.some(it => it.id === part.id && isAnswered(it)),
    )
    .reduce(
      (sum, part) =>
        sum +
        missingCount(
          part,
          given.find(it => it.id === part.id),
        ),
      0,
    );
}
