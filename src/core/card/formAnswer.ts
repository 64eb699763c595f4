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
  readonly id: string;
  readonly message: Sentence;
}

/** Reads the answer of a form by its own rules. What breaks them is told to the person, not to the server. */
export function formContent(form: CombinedInteraction, response: InteractionResponse): FormContent {
  const content: Record<string, Json> = {};
  const problems: FieldProblem[] = (response.responses ?? [])
    .filter(given => !form.interactions.some(field => field.id === given.id))
    .map(({ id }) => ({ id, message: say('There is no field {field}.', { field: id }) }));
  for (const field of form.interactions) {
    const given = response.responses?.find(it => it.id === field.id);
    const value = valueOf(field, given);
    if (value.problem !== undefined) problems.push({ id: field.id, message: value.problem });
    else if (value.value !== undefined) content[field.id] = value.value;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, content };
}

interface Value {
  readonly value?: Json;
  readonly problem?: Sentence;
}

function valueOf(field: Interaction, given: InteractionResponse | undefined): Value {
  switch (field.type) {
    case 'confirm':
      if (given?.confirmed !== undefined) return { value: given.confirmed };
      return field.required ? { problem: say('{field} is required.', { field: field.title }) } : {};
    case 'select':
      return selectValue(field, given?.selectedValues ?? []);
    case 'input':
      return inputValue(field, given?.text ?? '');
    case 'combined':
      return { problem: say('A form inside a form cannot be answered.') };
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
  if (field.minLength !== undefined && text.length < field.minLength)
    return {
      problem: say('{field} needs at least {least} characters.', { field: field.title, least: field.minLength }),
    };
  if (field.maxLength !== undefined && text.length > field.maxLength)
    return { problem: say('{field} takes at most {most} characters.', { field: field.title, most: field.maxLength }) };
  const shape = shapes[field.format];
  return shape && !shape.pattern.test(text) ? { problem: shape.problem(field.title) } : { value: text };
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
