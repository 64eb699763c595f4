import type {
  CombinedInteraction,
  InputInteraction,
  Interaction,
  InteractionResponse,
  SelectInteraction,
  SelectOption,
} from './interaction';
import { asString, isObject, type Json, type JsonObject } from '../base/json';

/** A form of an MCP server (`elicitation`), read from its schema, and its answer checked before it is sent. */
type Form =
  | { readonly mode: 'form'; readonly message: string; readonly interaction: CombinedInteraction }
  | { readonly mode: 'url'; readonly message: string; readonly url: string };

export function formOf(request: JsonObject): Form | undefined {
  const message = asString(request['message']) ?? '';
  const url = asString(request['url']);
  if (request['mode'] === 'url') return url ? { mode: 'url', message, url } : undefined;
  const schema = request['requested_schema'];
  if (!isObject(schema) || !isObject(schema['properties'])) return undefined;
  const { properties } = schema;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const order = Array.isArray(request['property_order'])
    ? request['property_order'].filter(name => typeof name === 'string' && Object.hasOwn(properties, name))
    : [];
  const names = [...new Set([...order.map(String), ...Object.keys(properties)])];
  const interactions = names.map(name => fieldOf(name, properties[name], required.includes(name)));
  return { mode: 'form', message, interaction: { type: 'combined', id: 'form', title: message, interactions } };
}

function fieldOf(name: string, schema: Json | undefined, required: boolean): Interaction {
  const field = isObject(schema) ? schema : {};
  const description = asString(field['description']);
  const common = { id: name, title: asString(field['title']) ?? name, ...(description ? { description } : {}) };
  const multiple = field['type'] === 'array';
  const items = multiple ? field['items'] : field;
  const options = isObject(items) ? optionsOf(items) : [];
  if (options.length > 0) {
    const selected = [field['default']].flat().filter(value => typeof value === 'string');
    return {
      type: 'select',
      ...common,
      options,
      multiple,
      required,
      other: false,
      notes: false,
      ...(selected.length > 0 ? { selected } : {}),
      ...numbersIn(field, ['minItems', 'maxItems']),
    } satisfies SelectInteraction;
  }
  if (field['type'] === 'boolean')
    return {
      type: 'confirm',
      ...common,
      ...(required ? { required } : {}),
      ...(typeof field['default'] === 'boolean' ? { value: field['default'] } : {}),
    };
  const value = field['default'];
  return {
    type: 'input',
    ...common,
    required,
    multiline: false,
    format: formatOf(field),
    ...(typeof value === 'string' || typeof value === 'number' ? { value: String(value) } : {}),
    ...numbersIn(field, ['minLength', 'maxLength', 'minimum', 'maximum']),
  };
}

/** `enum`, `enum` with `enumNames`, and `oneOf`/`anyOf` of constants all name a choice. */
function optionsOf(field: JsonObject): SelectOption[] {
  const { enum: values, enumNames: names } = field;
  if (Array.isArray(values)) {
    return values
      .filter(value => typeof value === 'string')
      .map((value, place) => ({ value, label: asString(Array.isArray(names) ? names[place] : undefined) ?? value }));
  }
  const choices = field['oneOf'] ?? field['anyOf'];
  if (!Array.isArray(choices)) return [];
  return choices.filter(isObject).flatMap(choice => {
    const value = asString(choice['const']);
    return value === undefined ? [] : [{ value, label: asString(choice['title']) ?? value }];
  });
}

function formatOf(field: JsonObject): InputInteraction['format'] {
  if (field['type'] === 'number' || field['type'] === 'integer') return field['type'];
  const { format } = field;
  return format === 'email' || format === 'uri' || format === 'date' || format === 'date-time' ? format : 'text';
}

function numbersIn<Name extends string>(field: JsonObject, names: readonly Name[]): { [name in Name]?: number } {
  const given: { [name in Name]?: number } = {};
  for (const name of names) {
    const value = field[name];
    if (typeof value === 'number') given[name] = value;
  }
  return given;
}

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
