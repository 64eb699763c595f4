import type {
  CombinedInteraction,
  InputInteraction,
  Interaction,
  InteractionResponse,
  SelectInteraction,
} from './interaction';
import type { Json, JsonObject } from '../base/json';

/** What a form is answered with, or what in it cannot be sent. */
type FormContent =
  | { readonly ok: true; readonly content: JsonObject }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

export interface FieldProblem {
  readonly id: string;
  readonly message: string;
}

/** Reads the answer of a form by its own rules. What breaks them is told to the person, not to the server. */
export function formContent(form: CombinedInteraction, response: InteractionResponse): FormContent {
  const content: Record<string, Json> = {};
  const problems: FieldProblem[] = (response.responses ?? [])
    .filter(given => !form.interactions.some(field => field.id === given.id))
    .map(({ id }) => ({ id, message: `There is no field ${id}.` }));
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
  readonly problem?: string;
}

function valueOf(field: Interaction, given: InteractionResponse | undefined): Value {
  switch (field.type) {
    case 'confirm':
      if (given?.confirmed !== undefined) return { value: given.confirmed };
      return field.required ? { problem: `${field.title} is required.` } : {};
    case 'select':
      return selectValue(field, given?.selectedValues ?? []);
    case 'input':
      return inputValue(field, given?.text ?? '');
    case 'combined':
      return { problem: 'A form inside a form cannot be answered.' };
    default:
      return field satisfies never;
  }
}

function selectValue(field: SelectInteraction, selected: readonly string[]): Value {
  if (selected.some(value => !field.options.some(option => option.value === value)))
    return { problem: `${field.title}: choose one of the options.` };
  if (selected.length === 0) return field.required ? { problem: `${field.title} is required.` } : {};
  const { minItems = 0, maxItems = Infinity } = field;
  if (field.multiple && selected.length < minItems) return { problem: `${field.title}: choose at least ${minItems}.` };
  if (field.multiple && selected.length > maxItems) return { problem: `${field.title}: choose at most ${maxItems}.` };
  if (field.multiple) return { value: selected };
  return selected.length === 1 ? { value: selected[0] ?? '' } : { problem: `${field.title}: choose one option only.` };
}

function inputValue(field: InputInteraction, text: string): Value {
  if (text === '') return field.required ? { problem: `${field.title} is required.` } : {};
  if (field.format === 'number' || field.format === 'integer') return numberValue(field, text);
  if (field.minLength !== undefined && text.length < field.minLength)
    return { problem: `${field.title} needs at least ${field.minLength} characters.` };
  if (field.maxLength !== undefined && text.length > field.maxLength)
    return { problem: `${field.title} takes at most ${field.maxLength} characters.` };
  const shape = shapes[field.format];
  return shape && !shape.pattern.test(text) ? { problem: shape.problem(field.title) } : { value: text };
}

function numberValue(field: InputInteraction, text: string): Value {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return { problem: `${field.title} must be a number.` };
  if (field.format === 'integer' && !Number.isInteger(number))
    return { problem: `${field.title} must be a whole number.` };
  if (field.minimum !== undefined && number < field.minimum)
    return { problem: `${field.title} must be at least ${field.minimum}.` };
  if (field.maximum !== undefined && number > field.maximum)
    return { problem: `${field.title} must be at most ${field.maximum}.` };
  return { value: number };
}

interface Shape {
  readonly pattern: RegExp;
  readonly problem: (title: string) => string;
}

const shapes: Partial<Record<InputInteraction['format'], Shape>> = {
  email: {
    pattern: /^[^\s@]+@[^\s@]+$/,
    problem: title => `${title} must be an e-mail address.`,
  },
  uri: {
    pattern: /^[a-z][a-z0-9+.-]*:\S+$/i,
    problem: title => `${title} must be an address with a scheme, like https://example.org.`,
  },
  date: {
    pattern: /^\d{4}-\d{2}-\d{2}$/,
    problem: title => `${title} must be a date like 2026-11-18.`,
  },
  'date-time': {
    pattern: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/,
    problem: title => `${title} must be a date and time like 2026-11-18T09:30:00Z.`,
  },
};
