import { isObject, type JsonObject } from '../../src/core/base/json';
import { messageOf } from '../../src/core/base/messageOf';
import type { NamedCall } from '../../src/core/journal/pastCalls';
import type { TestCall, TestedCall } from '../../src/core/protocol/ruleRequests';

/** Tools that have one thing which matters; any other is written as JSON. */
export const mainField = {
  Bash: 'command',
  Read: 'file_path',
  Edit: 'file_path',
  Write: 'file_path',
  WebFetch: 'url',
} as const;
export const tools = ['Bash', 'Read', 'Edit', 'Write', 'WebFetch', 'other'] as const;
type Tool = (typeof tools)[number];

/** A call as a person writes it to try the rules on. */
export interface WrittenCall {
  readonly tool: Tool;
  /** Which tool it is where it is none of the others. */
  readonly name: string;
  /** What matters of the input, or all of it as JSON. */
  readonly written: string;
}

type ReadCall =
  | { readonly ok: true; readonly call: TestCall }
  | { readonly ok: false; readonly problem: string | undefined };

export function callOf({ tool, name, written }: WrittenCall): ReadCall {
  if (written.trim() === '') return { ok: false, problem: undefined };
  if (tool !== 'other') return { ok: true, call: { tool, input: { [mainField[tool]]: written } } };
  if (name.trim() === '') return { ok: false, problem: undefined };
  try {
    const input: unknown = JSON.parse(written);
    return isObject(input) ? { ok: true, call: { tool: name.trim(), input } } : { ok: false, problem: '{ … }' };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

/** Tools that are not among the choices, and inputs that have more to them, are shown whole. */
export function writtenOf({ tool, input }: Pick<NamedCall, 'tool' | 'input'>): WrittenCall {
  const known = tools.find(it => it === tool && it !== 'other');
  const main = known === undefined || known === 'other' ? undefined : input[mainField[known]];
  return known !== undefined && typeof main === 'string'
    ? { tool: known, name: '', written: main }
    : { tool: 'other', name: tool, written: JSON.stringify(input, undefined, 2) };
}

/** Rules to begin with: exactly the parts that ask. What is denied is denied, whatever else allows it. */
export function patternsFor(call: TestCall, tested: TestedCall): readonly string[] {
  if (tested.verdict !== 'ask') return [];
  if (call.tool !== 'Bash') return [`${call.tool}${specifier(call.input)}`];
  const asking = tested.because.filter(part => part.verdict === 'ask').map(part => part.command ?? call.input.command);
  return [...new Set(asking)].filter(command => typeof command === 'string').map(command => `Bash(${command})`);
}

function specifier(input: JsonObject): string {
  const { file_path: path, url } = input;
  if (typeof path === 'string') return `(${path.startsWith('/') ? '/' : ''}${path})`;
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : undefined;
  return host === undefined ? '' : `(domain:${host})`;
}
