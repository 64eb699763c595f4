import type { AgentEvent } from '../call/events';
import { asString, canonical, isObject, type JsonObject } from '../base/json';
import { say, type Sentence } from '../texts/sentence';
import { offeredIn, type Option, readOptions } from './options';
import { type AcpState, isId, type KnownCall, newUse, type Reading, theirIdOf, usesOf, withCall } from './state';
import { settled, subagentOf } from './updates';
import { toldOf } from './toolCall';
import { wantedIn } from './wanted';

type Asked =
  | {
      readonly ok: true;
      readonly state: AcpState;
      readonly options: readonly Option[];
      /** What is told before it. */
      readonly before: readonly AgentEvent[];
      readonly asked: AgentEvent & { readonly type: 'asked' };
    }
  /** It breaks the protocol, and gets the error of the protocol. */
  | { readonly ok: false; readonly what: string };

/**
 * Reads one `session/request_permission`. The request may leave out what was told of its call before. Where the call was
 * not told before, or has no input, no rule about one of our tools allows it; where it stands under an id that was used
 * already, none at all does.
 */
export function readAsk(state: AcpState, askId: string, params: JsonObject): Asked {
  const { toolCall, options: given } = params;
  const options = readOptions(given);
  const theirId = isObject(toolCall) ? asString(toolCall['toolCallId']) : undefined;
  if (!isObject(toolCall) || !isId(theirId)) return { ok: false, what: 'a permission request without a tool call' };
  if (!options) return { ok: false, what: 'a permission request whose options cannot be read' };
  const known = state.calls.get(theirId);
  const told = toldOf(toolCall, known?.told);
  const { tool, input, isOurs } = wantedIn(told, state);
  const isAgain = known ? !isStillAsked(known, { tool, input }) : usesOf(state, theirId) > 0;
  const isOther = isAgain || !known;
  const [used, id] = isOther ? newUse(state, theirId) : ([state, known.id] as const);
  const unsure = isAgain
    ? say('{agent} used the id of another call for it, so no rule allows it.', { agent: state.agent })
    : unsureOf(state.agent, known !== undefined, told.rawInput !== undefined);
  const asked = {
    type: 'asked',
    askId,
    toolCallId: id,
    tool,
    input,
    details: {
      suggestions: [],
      offered: offeredIn(options, state.agent),
      ...(told.title ? { title: told.title } : {}),
    },
    request: params,
    ...(unsure && (isOurs || isAgain) ? { unsure } : {}),
    ...subagentOf(told),
  } as const;
  const isKept = isOurs && ['Write', 'Edit', 'Bash'].includes(tool);
  const call = { id, told, phase: 'open', waits: { tool, input }, ...(isKept ? { asked: input } : {}) } as const;
  const [after, before] = settled(withCall(used, theirId, call));
  return { ok: true, state: after, options, before, asked };
}

/** One answer for two asks answers what was shown alone: what is about something else is another call. */
function isStillAsked({ phase, waits }: KnownCall, now: Reading): boolean {
  if (phase === 'answered' || phase === 'over') return false;
  return phase !== 'open' || (waits?.tool === now.tool && canonical(waits.input) === canonical(now.input));
}

function unsureOf(agent: string, isTold: boolean, hasInput: boolean): Sentence | undefined {
  if (!isTold) return say('{agent} did not announce this call, so no rule allows it.', { agent });
  return hasInput ? undefined : say('{agent} does not tell the input of this call, so no rule allows it.', { agent });
}

/** Its ask has its answer: another ask under this id is about something else. */
export function answered(state: AcpState, toolCallId: string): AcpState {
  const theirId = theirIdOf(state, toolCallId);
  const call = theirId === undefined ? undefined : state.calls.get(theirId);
  if (theirId === undefined || !call) return state;
  const { waits: _, ...rest } = call;
  return withCall(state, theirId, { ...rest, phase: 'answered' });
}
