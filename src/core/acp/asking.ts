import type { AgentEvent } from '../call/events';
import { asString, isObject, type JsonObject } from '../base/json';
import { say, type Sentence } from '../texts/sentence';
import { offeredIn, type Option, readOptions } from './options';
import { type AcpState, newUse, theirIdOf, usesOf, withCall } from './state';
import { settled, subagentOf } from './updates';
import { toldOf } from './toolCall';
import { wantedIn } from './wanted';

type Asked =
  | {
      readonly ok: true;
      readonly state: AcpState;
      readonly options: readonly Option[];
      readonly events: readonly AgentEvent[];
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
  if (!isObject(toolCall) || !theirId) return { ok: false, what: 'a permission request without a tool call' };
  if (!options) return { ok: false, what: 'a permission request whose options cannot be read' };
  const known = state.calls.get(theirId);
  const isAgain = known?.phase === 'answered' || known?.phase === 'over' || (!known && usesOf(state, theirId) > 0);
  const isOther = isAgain || !known;
  const [used, id] = isOther ? newUse(state, theirId) : ([state, known.id] as const);
  const told = toldOf(toolCall, known?.told);
  const unsure = isAgain
    ? say('{agent} used the id of another call for it, so no rule allows it.', { agent: state.agent })
    : unsureOf(state.agent, known !== undefined, told.rawInput !== undefined);
  const { tool, input, isOurs } = wantedIn(told, state);
  const asked: AgentEvent = {
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
  };
  // What is asked for twice may be shown in two ways.
  const isKept = isOurs && known?.phase !== 'open' && ['Write', 'Edit', 'Bash'].includes(tool);
  const call = { id, told, phase: 'open', ...(isKept ? { asked: input } : {}) } as const;
  const [after, events] = settled(withCall(used, theirId, call));
  return { ok: true, state: after, options, events: [...events, asked] };
}

function unsureOf(agent: string, isTold: boolean, hasInput: boolean): Sentence | undefined {
  if (!isTold) return say('{agent} did not announce this call, so no rule allows it.', { agent });
  return hasInput ? undefined : say('{agent} does not tell the input of this call, so no rule allows it.', { agent });
}

/** Its ask has its answer: another ask under this id is about something else. */
export function answered(state: AcpState, toolCallId: string): AcpState {
  const theirId = theirIdOf(state, toolCallId);
  const call = theirId === undefined ? undefined : state.calls.get(theirId);
  return theirId === undefined || !call ? state : withCall(state, theirId, { ...call, phase: 'answered' });
}
