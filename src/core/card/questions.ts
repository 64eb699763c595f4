import type { CombinedInteraction, InteractionResponse, SelectInteraction } from './interaction';
import { asBoolean, asString, isObject, type JsonObject } from '../base/json';
import { say, type Sentence } from '../texts/sentence';

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

type Answered = { readonly ok: true; readonly input: JsonObject } | { readonly ok: false; readonly reason: Sentence };

/**
 * The input with the answers in it, as the agent reads them: keyed by the text of the question, several labels joined
 * by a comma, the person's own words as they are. Questions without an answer have no key. An answer to another
 * question, or a choice that is none of the options, is refused.
 */
export function withAnswers(
  input: JsonObject,
  questions: CombinedInteraction,
  response: InteractionResponse,
): Answered {
  const answers = new Map<string, string>();
  const annotations = new Map<string, JsonObject>();
  for (const given of response.responses ?? []) {
    const question = questions.interactions.find(it => it.id === given.id);
    if (question?.type !== 'select')
      return { ok: false, reason: say('There is no question {question}.', { question: given.id }) };
    const chosen = given.selectedValues ?? [];
    const unknown = chosen.find(value => !question.options.some(option => option.value === value));
    if (unknown !== undefined)
      return {
        ok: false,
        reason: say('{question}: "{choice}" is not one of the choices.', { question: question.title, choice: unknown }),
      };
    const parts = [...chosen, ...(given.text?.trim() ? [given.text] : [])];
    if (parts.length > 0) answers.set(question.title, parts.join(', '));
    const annotation = annotationOf(question, given);
    if (Object.keys(annotation).length > 0) annotations.set(question.title, annotation);
  }
  const notes = annotations.size > 0 ? { annotations: Object.fromEntries(annotations) } : {};
  return { ok: true, input: { ...input, answers: Object.fromEntries(answers), ...notes } };
}

/** The agent tells the model of a preview only where it comes back with the answer. */
function annotationOf(question: SelectInteraction, given: InteractionResponse): JsonObject {
  const [only, ...more] = given.selectedValues ?? [];
  const preview = more.length === 0 ? question.options.find(option => option.value === only)?.preview : undefined;
  return {
    ...(preview === undefined ? {} : { preview }),
    ...(given.notes?.trim() ? { notes: given.notes } : {}),
  };
}
