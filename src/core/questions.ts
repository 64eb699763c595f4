import type { CombinedInteraction, InteractionResponse, SelectInteraction } from './interaction';
import { asBoolean, asString, isObject, type JsonObject } from './json';

/** The model's questions as something the card can draw; nothing if the input is not of that form. */
export function questionsOf(input: JsonObject): CombinedInteraction | undefined {
  const { questions } = input;
  if (!Array.isArray(questions) || questions.length === 0) return undefined;
  const interactions = questions.map((question, place) => selectOf(question, String(place)));
  if (!interactions.every(it => it !== undefined)) return undefined;
  return { type: 'combined', id: 'questions', title: '', interactions };
}

function selectOf(question: unknown, id: string): SelectInteraction | undefined {
  if (!isObject(question)) return undefined;
  const title = asString(question['question']);
  if (title === undefined) return undefined;
  const header = asString(question['header']);
  const options = Array.isArray(question['options']) ? question['options'].filter(isObject) : [];
  return {
    type: 'select',
    id,
    title,
    ...(header === undefined ? {} : { header }),
    options: options.map(optionOf),
    multiple: asBoolean(question['multiSelect']) ?? false,
    required: false,
    other: true,
    notes: true,
  };
}

function optionOf(option: JsonObject): SelectInteraction['options'][number] {
  const label = asString(option['label']) ?? '';
  const description = asString(option['description']);
  const preview = asString(option['preview']);
  return { value: label, label, ...(description ? { description } : {}), ...(preview ? { preview } : {}) };
}

/**
 * The input with the answers in it, as the agent reads them: keyed by the text of the question, several labels joined
 * by a comma, the person's own words as they are. Questions without an answer have no key.
 */
export function withAnswers(
  input: JsonObject,
  questions: CombinedInteraction,
  response: InteractionResponse,
): JsonObject {
  const answers: Record<string, string> = {};
  const annotations: Record<string, JsonObject> = {};
  for (const question of questions.interactions) {
    const given = response.responses?.find(it => it.id === question.id);
    if (!given) continue;
    const own = given.text?.trim() ? [given.text] : [];
    const parts = [...(given.selectedValues ?? []), ...own];
    if (parts.length > 0) answers[question.title] = parts.join(', ');
    if (given.notes?.trim()) annotations[question.title] = { notes: given.notes };
  }
  return { ...input, answers, ...(Object.keys(annotations).length > 0 ? { annotations } : {}) };
}
