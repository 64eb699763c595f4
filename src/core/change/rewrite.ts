import { fileChange } from './edits';
import { asString, type JsonObject } from '../base/json';

/**
 * The input with which the same tool leaves the text `after` behind instead of what it proposed; undefined where it has
 * none. `before`: the text of the file, null where there is none yet, undefined where it is not known.
 */
export function inputLeaving(
  tool: string,
  input: JsonObject,
  before: string | null | undefined,
  after: string,
): JsonObject | undefined {
  return candidates(tool, input, before, after).find(candidate => {
    const change = fileChange(tool, candidate, before);
    const [only] = change?.changes ?? [];
    const whole = change?.whole === true && change.problem === undefined && change.changes.length === 1;
    return whole && only !== undefined && plainEnds(only.after) === plainEnds(after);
  });
}

function candidates(
  tool: string,
  input: JsonObject,
  before: string | null | undefined,
  after: string,
): readonly JsonObject[] {
  if (tool === 'Write') return [{ ...input, content: after }];
  if (tool === 'NotebookEdit') return input.edit_mode === 'delete' ? [] : [{ ...input, new_source: after }];
  if (before === undefined || plainEnds(before ?? '') === plainEnds(after)) return [];
  // The agent edits with plain line ends and puts those of the file back afterwards.
  const windows = before?.includes('\r\n') ?? false;
  const from = windows ? plainEnds(before ?? '') : (before ?? '');
  const to = windows ? plainEnds(after) : after;
  const wide = widened(from, to);
  switch (tool) {
    case 'Edit': {
      const once = input.replace_all === true ? { ...input, replace_all: false } : input;
      const kept = keptPlace(asString(input.old_string) ?? '', from, to);
      return [...(kept ? [{ ...once, ...kept }] : []), { ...once, ...wide }];
    }
    case 'MultiEdit':
      return [{ ...input, edits: [wide] }];
    default:
      return [];
  }
}

/** A type and not an interface, so that it is JSON to the compiler as well. */
type Replacement = { readonly old_string: string; readonly new_string: string };

/** The change stays where it was proposed if nothing outside of that place was touched. */
function keptPlace(old: string, from: string, to: string): Replacement | undefined {
  const at = from.indexOf(old);
  if (at === -1) return undefined;
  const head = from.slice(0, at);
  const tail = from.slice(at + old.length);
  if (!to.startsWith(head) || !to.endsWith(tail) || to.length < head.length + tail.length) return undefined;
  return { old_string: old, new_string: to.slice(head.length, to.length - tail.length) };
}

/** All that differs as one replacement of whole lines, with as many lines around it as it takes to be the only such place. */
function widened(from: string, to: string): Replacement {
  const same = commonStart(from, to);
  let start = lineStart(from, same);
  let end = lineEnd(from, from.length - commonEnd(from, to, Math.min(from.length, to.length) - same));
  // Ever wider, so that a file of many equal lines takes few steps.
  for (let width = 1; ; width *= 2) {
    const old = from.slice(start, end);
    const everything = start === 0 && end === from.length;
    if (everything || (old !== '' && from.indexOf(old) === from.lastIndexOf(old)))
      return { old_string: old, new_string: to.slice(start, to.length - (from.length - end)) };
    start = lineStart(from, start - width);
    end = lineEnd(from, end + width);
  }
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string, other: string, most: number): number {
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** The start of the line in which a place lies. */
function lineStart(text: string, place: number): number {
  return place <= 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

/** The end of the line in which a place lies, its line end included; the start of a line is the end of the one before. */
function lineEnd(text: string, place: number): number {
  if (place === 0) return 0;
  const next = text.indexOf('\n', place - 1);
  return next === -1 ? text.length : next + 1;
}

function plainEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
