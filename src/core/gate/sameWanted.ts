import { entryOf } from '../base/entryOf';
import type { Wanted } from '../call/call';
import { canonical, isObject, type Json, type JsonObject } from '../base/json';

/** Whether an ask is for what was shown: the same tool or server, with the same input. */
export function sameWanted(shown: Wanted, asked: Wanted): boolean {
  const sameName =
    shown.kind === 'tool'
      ? asked.kind === 'tool' && asked.tool === shown.tool
      : asked.kind === 'elicitation' && asked.server === shown.server;
  return sameName && sameInput(shown.input, asked.input);
}

/**
 * The agent fills in switches that are off (`replace_all: false`) when it reads its own call, and drops others
 * (`persistent: false`), which changes nothing; any other difference makes it another input.
 */
function sameInput(shown: JsonObject, asked: JsonObject): boolean {
  return [...new Set([...Object.keys(shown), ...Object.keys(asked)])].every(key => {
    const before = entryOf(shown, key);
    const after = entryOf(asked, key);
    if (before === undefined) return isOff(after);
    return after === undefined ? isOff(before) : sameValue(before, after);
  });
}

function isOff(value: Json | undefined): boolean {
  return value === undefined || value === false || value === null;
}

function sameValue(before: Json, after: Json): boolean {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((item, place) => sameValue(item, after[place] ?? null));
  if (isObject(before) && isObject(after)) return sameInput(before, after);
  return canonical(before) === canonical(after);
}
