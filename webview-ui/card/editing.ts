import { asString, isObject, type JsonObject } from '../../src/core/base/json';
import { networkTool } from '../../src/core/call/call';
import type { Card } from '../../src/core/card/card';
import { messageOf } from '../../src/core/base/messageOf';

/** What a person may change of a call before allowing it: one field as text, or the whole input as JSON. */
export type Editable = { readonly as: 'field'; readonly field: string } | { readonly as: 'json' };

export function editableOf(card: Card): Editable | undefined {
  switch (card.kind) {
    case 'bash':
      return typeof card.input.command === 'string' ? { as: 'field', field: 'command' } : { as: 'json' };
    case 'file_write': {
      const field = ['content', 'new_string', 'new_source'].find(name => typeof card.input[name] === 'string');
      return field === undefined ? { as: 'json' } : { as: 'field', field };
    }
    case 'plan':
      return typeof card.input.plan === 'string' ? { as: 'field', field: 'plan' } : undefined;
    case 'question':
    case 'elicitation':
      return undefined;
    case 'web':
      // The agent reaches for the host that it asked about, whatever stands in the answer.
      return card.tool === networkTool ? undefined : { as: 'json' };
    case 'file_delete':
    case 'mcp':
    case 'skill':
    case 'other':
      return { as: 'json' };
    default:
      return card.kind satisfies never;
  }
}

export function editableText(input: JsonObject, editable: Editable): string {
  return editable.as === 'field' ? (asString(input[editable.field]) ?? '') : JSON.stringify(input, undefined, 2);
}

/** The input with a person's changes, or why it cannot be one. */
export type Edited =
  | { readonly ok: true; readonly input: JsonObject }
  | { readonly ok: false; readonly problem: string };

export function editedInput(input: JsonObject, editable: Editable, text: string): Edited {
  if (editable.as === 'field') return { ok: true, input: { ...input, [editable.field]: text } };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ok: true, input: value } : { ok: false, problem: '{ … }' };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

/** A draft belongs to the input it was made from: another revision, or one saved in the diff view, begins afresh. */
export function editDraft(card: Card, key: string): string {
  return `edit:${key}:${card.revision}:${card.edit?.number ?? 0}`;
}
