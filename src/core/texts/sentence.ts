import { isObject } from '../base/json';
import { fillPlaces, type Places } from '../base/places';
import type { zhCn } from './zhCn';

/** The sentences of ours, each by its English template; one that a language lacks does not compile. */
export type Template = keyof typeof zhCn;

/** Those without a place. */
export type PlainTemplate = { [T in Template]: [Places<T>] extends [never] ? T : never }[Template];

/** What stands in a place: a text that is not ours, a number, a sentence of ours, or several that are listed. */
export type Value = string | number | Sentence | readonly Sentence[];

/**
 * Something that Latch says. It is decided as a value and becomes a text where it is drawn, in the language of whoever
 * reads it; `text` is the English of it, for the model, the record and the command line.
 */
export interface Sentence {
  readonly template: string;
  readonly values?: Readonly<Record<string, Value>>;
  readonly text: string;
}

type Filled<T extends Template> = [Places<T>] extends [never] ? [] : [values: { readonly [Name in Places<T>]: Value }];

export function say<T extends Template>(template: T, ...[values]: Filled<T>): Sentence {
  return values === undefined ? { template, text: template } : filled(template, values);
}

/** A text that is not ours, such as the words of the agent or of the system, in the place of a sentence. */
export function quoted(text: string): Sentence {
  return { template: '{text}', values: { text }, text };
}

/** Several sentences, one after the other. */
export function inOne(sentences: readonly Sentence[]): Sentence {
  const [first = quoted(''), ...rest] = sentences;
  return rest.reduce((before, after) => say('{before} {after}', { before, after }), first);
}

/** A sentence that was written down; records of before the second version of the journal hold a text in its place. */
export function sentenceFrom(value: unknown): Sentence {
  return isSentence(value) ? value : quoted(typeof value === 'string' ? value : '');
}

export function isSentence(value: unknown): value is Sentence {
  return (
    isObject(value) &&
    typeof value['template'] === 'string' &&
    typeof value['text'] === 'string' &&
    (value['values'] === undefined || (isObject(value['values']) && Object.values(value['values']).every(isValue)))
  );
}

function isValue(value: unknown): value is Value {
  if (Array.isArray(value)) return value.every(isSentence);
  return typeof value === 'string' || typeof value === 'number' || isSentence(value);
}

function filled(template: string, values: Readonly<Record<string, Value>>): Sentence {
  return { template, values, text: fillPlaces(template, name => englishOf(values[name])) };
}

function englishOf(value: Value | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return 'text' in value ? value.text : enumerated(value.map(({ text }) => text));
}

function enumerated(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
