import { asString, type JsonObject } from '../base/json';
import { terminalLine } from './shellLine';
import { type AcpState, type KnownCall, theirIdOf, withCall } from './state';

/** The answered calls that were asked for as a change of this file, in the order in which they were told. */
export function announcing(state: AcpState, path: string): readonly KnownCall[] {
  return [...state.calls.values()].filter(({ phase, asked }) => phase === 'answered' && asked?.['file_path'] === path);
}

/**
 * Of these calls the one whose change, as it was asked for, makes exactly this text of what the file holds now. To write
 * that text is part of it, once.
 */
export function carriedOut(
  state: AcpState,
  path: string,
  content: string,
  before: string | undefined,
): readonly [AcpState, string | undefined] {
  return taken(
    state,
    announcing(state, path).find(({ asked }) => asked && textAfter(asked, before) === content),
  );
}

/** The answered call whose very command this line is, also where it only says in addition that Claude Code runs it. */
export function runAs(state: AcpState, line: string): readonly [AcpState, string | undefined] {
  return taken(
    state,
    [...state.calls.values()].find(({ phase, asked }) => {
      const command = asString(asked?.['command']);
      if (phase !== 'answered' || command === undefined) return false;
      return line === command || line === terminalLine({ command, args: [], env: [['CLAUDECODE', '1']] });
    }),
  );
}

/** What a command printed that was run for this call: some agents only name the terminal then. */
export function printedFor(state: AcpState, id: string, printed: string): AcpState {
  const theirId = theirIdOf(state, id);
  const call = theirId === undefined ? undefined : state.calls.get(theirId);
  if (theirId === undefined || !call) return state;
  return withCall(state, theirId, { ...call, told: { ...call.told, printed } });
}

function taken(state: AcpState, call: KnownCall | undefined): readonly [AcpState, string | undefined] {
  const theirId = [...state.calls].find(([, one]) => one === call)?.[0];
  if (!call || theirId === undefined) return [state, undefined];
  const { asked: _, ...rest } = call;
  return [withCall(state, theirId, rest), call.id];
}

/** What a file holds after a change; undefined where that is not sure. */
function textAfter(input: JsonObject, before: string | undefined): string | undefined {
  const { content, old_string: old, new_string: then, replace_all: all } = input;
  if (typeof content === 'string') return content;
  if (before === undefined || typeof then !== 'string' || all === true || !asString(old)) return undefined;
  const parts = before.split(asString(old) ?? '');
  return parts.length === 2 ? parts.join(then) : undefined;
}
