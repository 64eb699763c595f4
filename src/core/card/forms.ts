import type {
  CombinedInteraction,
  InputInteraction,
  Interaction,
  SelectInteraction,
  SelectOption,
} from './interaction';
import { asString, isObject, type Json, type JsonObject } from '../base/json';

/** A form of an MCP server (`elicitation`), read from its schema. */
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
