import type {
  CombinedInteraction,
  ConfirmInteraction,
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
  const interactions = fieldsOf(schema, request['property_order'], 0);
  return { mode: 'form', message, interaction: { type: 'combined', id: 'form', title: message, interactions } };
}

/** Deeper forms cannot be read by a person; what is in them is asked for as JSON. */
const deepest = 3;

function fieldsOf(schema: JsonObject, wanted: Json | undefined, depth: number): readonly Interaction[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const order = Array.isArray(wanted)
    ? wanted.filter(name => typeof name === 'string' && Object.hasOwn(properties, name))
    : [];
  const names = [...new Set([...order.map(String), ...Object.keys(properties)])];
  return names.map(name => fieldOf(name, properties[name], required.includes(name), depth));
}

function fieldOf(name: string, schema: Json | undefined, required: boolean, depth: number): Interaction {
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
  if (field['type'] === 'boolean') return { type: 'confirm', ...common, ...confirmOf(field, required) };
  if (field['type'] === 'object' && isObject(field['properties']) && depth < deepest)
    return { type: 'combined', ...common, required, interactions: fieldsOf(field, undefined, depth + 1) };
  return inputOf(field, common, required);
}

function confirmOf(field: JsonObject, required: boolean): Omit<ConfirmInteraction, 'type' | 'id' | 'title'> {
  const [yes, no] = wordsOf(field['enumNames']);
  return {
    ...(required ? { required } : {}),
    ...(typeof field['default'] === 'boolean' ? { value: field['default'] } : {}),
    ...(yes === undefined ? {} : { confirmText: yes }),
    ...(no === undefined ? {} : { cancelText: no }),
  };
}

/** The two words of a form for yes and no. */
function wordsOf(names: Json | undefined): readonly string[] {
  return Array.isArray(names) && names.length === 2
    ? names.filter(name => typeof name === 'string' && name !== '')
    : [];
}

/** A text so long has more than one line. */
const longestLine = 200;

function inputOf(
  field: JsonObject,
  common: Pick<InputInteraction, 'id' | 'title' | 'description'>,
  required: boolean,
): InputInteraction {
  const value = field['default'];
  const format = formatOf(field);
  const isLong = typeof field['maxLength'] === 'number' && field['maxLength'] > longestLine;
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  return {
    type: 'input',
    ...common,
    required,
    multiline:
      format === 'lines' || format === 'json' || field['format'] === 'multiline' || (format === 'text' && isLong),
    format,
    ...(written === undefined ? {} : { value: written }),
    ...numbersIn(field, ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems']),
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
  if (field['type'] === 'array')
    return isObject(field['items']) && field['items']['type'] === 'string' ? 'lines' : 'json';
  if (field['type'] === 'object') return 'json';
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
