import type {
  CombinedInteraction,
  InputInteraction,
  Interaction,
  InteractionResponse,
  SelectInteraction,
} from './interaction';
import type { Json, JsonObject } from '../base/json';
import { say, type Sentence } from '../texts/sentence';

/** What a form is answered with, or what in it cannot be sent. */
type FormContent =
  | { readonly ok: true; readonly content: JsonObject }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

export interface FieldProblem {
  /** The field, below the forms that it stands in: `address/city`. */
  readonly id: string;
  readonly message: Sentence;
}

/** Reads the answer of a form by its own rules. What breaks them is told to the person, not to the server. */
export function formContent(form: CombinedInteraction, response: InteractionResponse): FormContent {
  const content = new Map<string, Json>();
  const problems: FieldProblem[] = (response.responses ?? [])
    .filter(given => !form.interactions.some(field => field.id === given.id))
    .map(({ id }) => ({ id, message: say('There is no field {field}.', { field: id }) }));
  for (const field of form.interactions) {
    const given = response.responses?.find(it => it.id === field.id);
    if (field.type === 'combined') {
      const inside = formContent(field, given ?? { id: field.id });
      const isEmpty = inside.ok && Object.keys(inside.content).length === 0;
      // A part that may be left out is left out as a whole, also where it would need something.
      if (field.required !== true && (given === undefined || isEmpty || !hasAnswer(given))) continue;
      if (!inside.ok)
        problems.push(...inside.problems.map(({ id, message }) => ({ id: `${field.id}/${id}`, message })));
      else if (isEmpty) problems.push({ id: field.id, message: say('{field} is required.', { field: field.title }) });
      else content.set(field.id, inside.content);
      continue;
    }
    const value = valueOf(field, given);
    if (value.problem !== undefined) problems.push({ id: field.id, message: value.problem });
    else if (value.value !== undefined) content.set(field.id, value.value);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, content: Object.fromEntries(content) };
}

interface Value {
  readonly value?: Json;
  readonly problem?: Sentence;
}

function hasAnswer({ text, selectedValues, confirmed, responses }: InteractionResponse): boolean {
  const said = (text ?? '') !== '' || (selectedValues ?? []).length > 0 || confirmed !== undefined;
  return said || (responses ?? []).some(hasAnswer);
}

function valueOf(field: Exclude<Interaction, CombinedInteraction>, given: InteractionResponse | undefined): Value {
  switch (field.type) {
    case 'confirm':
      if (given?.confirmed !== undefined) return { value: given.confirmed };
      return field.required ? { problem: say('{field} is required.', { field: field.title }) } : {};
    case 'select':
      return selectValue(field, given?.selectedValues ?? []);
    case 'input':
      return inputValue(field, given?.text ?? '');
    default:
      return field satisfies never;
  }
}

function selectValue(field: SelectInteraction, selected: readonly string[]): Value {
  if (selected.some(value => !field.options.some(option => option.value === value)))
    return { problem: say('{field}: choose one of the options.', { field: field.title }) };
  if (selected.length === 0)
    return field.required ? { problem: say('{field} is required.', { field: field.title }) } : {};
  const { minItems = 0, maxItems = Infinity } = field;
  if (field.multiple && selected.length < minItems)
    return { problem: say('{field}: choose at least {least}.', { field: field.title, least: minItems }) };
  if (field.multiple && selected.length > maxItems)
    return { problem: say('{field}: choose at most {most}.', { field: field.title, most: maxItems }) };
  if (field.multiple) return { value: selected };
  return selected.length === 1
    ? { value: selected[0] ?? '' }
    : { problem: say('{field}: choose one option only.', { field: field.title }) };
}

function inputValue(field: InputInteraction, text: string): Value {
  if (text === '') return field.required ? { problem: say('{field} is required.', { field: field.title }) } : {};
  if (field.format === 'number' || field.format === 'integer') return numberValue(field, text);
  if (field.format === 'lines') return linesValue(field, text);
  if (field.format === 'json') return jsonValue(field, text);
  if (field.minLength !== undefined && text.length < field.minLength)
    return {
      problem: say('{field} needs at least {least} characters.', { field: field.title, least: field.minLength }),
    };
  if (field.maxLength !== undefined && text.length > field.maxLength)
    return { problem: say('{field} takes at most {most} characters.', { field: field.title, most: field.maxLength }) };
  const shape = shapes[field.format];
  return shape && !shape.pattern.test(text) ? { problem: shape.problem(field.title) } : { value: text };
}

/** A list, an item a line. */
function linesValue(field: InputInteraction, text: string): Value {
  const items = text.split('\n').filter(line => line.trim() !== '');
  const { minItems = 0, maxItems = Infinity, title } = field;
  if (items.length === 0 && field.required) return { problem: say('{field} is required.', { field: title }) };
  if (items.length < minItems)
    return { problem: say('{field}: give at least {least}.', { field: title, least: minItems }) };
  if (items.length > maxItems)
    return { problem: say('{field}: give at most {most}.', { field: title, most: maxItems }) };
  return { value: items };
}

function jsonValue(field: InputInteraction, text: string): Value {
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch {
    return { problem: say('{field} must be JSON.', { field: field.title }) };
  }
}

function numberValue(field: InputInteraction, text: string): Value {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number))
    return { problem: say('{field} must be a number.', { field: field.title }) };
  if (field.format === 'integer' && !Number.isInteger(number))
    return { problem: say('{field} must be a whole number.', { field: field.title }) };
  if (field.minimum !== undefined && number < field.minimum)
    return { problem: say('{field} must be at least {least}.', { field: field.title, least: field.minimum }) };
  if (field.maximum !== undefined && number > field.maximum)
    return { problem: say('{field} must be at most {most}.', { field: field.title, most: field.maximum }) };
  return { value: number };
}

interface Shape {
  readonly pattern: RegExp;
  readonly problem: (title: string) => Sentence;
}

const shapes: Partial<Record<InputInteraction['format'], Shape>> = {
  email: {
    pattern: /^[^\s@]+@[^\s@]+$/,
    problem: title => say('{field} must be an e-mail address.', { field: title }),
  },
  uri: {
    pattern: /^[a-z][a-z0-9+.-]*:\S+$/i,
    problem: title => say('{field} must be an address with a scheme, like https://example.org.', { field: title }),
  },
  date: {
    pattern: /^\d{4}-\d{2}-\d{2}$/,
    problem: title => say('{field} must be a date like 2026-11-18.', { field: title }),
  },
  'date-time': {
    pattern: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/,
    problem: title => say('{field} must be a date and time like 2026-11-18T09:30:00Z.', { field: title }),
  },
};
