import type { AgentEvent } from '../call/events';
import type { Subagent } from '../call/call';
import { endOfPrinted } from '../call/printing';
import { asString, isObject, type JsonObject } from '../base/json';
import { quoted, say } from '../texts/sentence';
import { afterChoosing, type Choices, choicesIn, choicesTold } from './choices';
import { type AcpState, isId, type KnownCall, newUse, type Read, withCall } from './state';
import { commandsTold, usageTold } from './told';
import { returnedOf } from './returned';
import { resultOf, textOf, toldOf, type ToolCall } from './toolCall';
import { wantedIn } from './wanted';

/** Reads one `session/update`: what an agent says, and what it tells of its calls. */
export function readUpdate(state: AcpState, update: JsonObject): Read {
  const kind = asString(update['sessionUpdate']);
  switch (kind) {
    case 'agent_message_chunk':
      return chunk(state, 'text', update);
    case 'agent_thought_chunk':
      return chunk(state, 'thinking', update);
    case 'tool_call':
    case 'tool_call_update':
      return toolCall(state, update, kind === 'tool_call');
    case 'plan':
      return inOrder(settled(state), after => [after, plan(after, update)]);
    case 'current_mode_update': {
      const mode = asString(update['currentModeId']);
      if (mode === undefined) return [state, [malformed(kind)]];
      const choices = afterChoosing(state.choices, 'mode', mode, undefined);
      return [{ ...state, choices }, [{ type: 'modeChanged', mode }]];
    }
    case 'config_option_update':
      return withChoices(state, choicesIn(update, state.choices));
    case 'available_commands_update':
      return [state, commandsTold(update)];
    case 'usage_update':
      return [state, usageTold(update)];
    case 'notice': {
      const text = asString(update['message']) ?? asString(update['text']);
      return [state, text === undefined ? [] : [{ type: 'notice', level: 'info', text: quoted(text) }]];
    }
    case undefined:
      return [state, [malformed('an update without its kind')]];
    default:
      return [state, [{ type: 'ignored', what: kind }]];
  }
}

/** What can be chosen, and is chosen, from now on. */
export function withChoices(state: AcpState, choices: Choices): Read {
  return [{ ...state, choices }, choicesTold(choices)];
}

function malformed(what: string): AgentEvent {
  return { type: 'malformed', what };
}

/** What was being written is finished: it is shown as it is, and kept. */
export function settled(state: AcpState): Read {
  const { writing, ...rest } = state;
  return writing ? [rest, [{ type: 'text', ...writing }]] : [state, []];
}

function inOrder([state, before]: Read, then: (state: AcpState) => Read): Read {
  const [next, after] = then(state);
  return [next, [...before, ...after]];
}

/** Agents do not say where a text ends: it ends with the next thing that is no part of it. */
function chunk(state: AcpState, kind: 'text' | 'thinking', update: JsonObject): Read {
  const text = textOf(update['content']).join('');
  if (text === '') return [state, []];
  const message = asString(update['messageId']);
  const { writing } = state;
  const goesOn = writing?.kind === kind && (message === undefined || writing.id.endsWith(`:${message}:${kind}`));
  const [before, events] = goesOn ? ([state, []] as const) : settled(state);
  const texts = goesOn ? before.texts : before.texts + 1;
  const id = goesOn ? writing.id : [state.mark, texts, message, kind].filter(part => part !== undefined).join(':');
  const whole = `${goesOn ? writing.text : ''}${text}`;
  return [{ ...before, texts, writing: { id, kind, text: whole } }, [...events, { type: 'delta', id, kind, text }]];
}

function plan(state: AcpState, { entries }: JsonObject): readonly AgentEvent[] {
  if (!Array.isArray(entries)) return [malformed('a plan without entries')];
  const lines = entries.filter(isObject).flatMap(({ content, status }) => {
    const text = asString(content);
    return text === undefined ? [] : [`- [${status === 'completed' ? 'x' : ' '}] ${text}`];
  });
  // One plan a turn: a later one takes its place.
  const id = `${state.mark}:plan:${state.turn}`;
  return lines.length === 0 ? [] : [{ type: 'text', id, kind: 'text', text: lines.join('\n') }];
}

function toolCall(state: AcpState, update: JsonObject, isNew: boolean): Read {
  const theirId = asString(update['toolCallId']);
  if (!isId(theirId)) return [state, [malformed('a tool call without an id')]];
  const known = state.calls.get(theirId);
  const isOther = known === undefined || (isNew && known.phase !== 'told');
  const [used, id] = isOther ? newUse(state, theirId) : ([state, known.id] as const);
  const told = toldOf(update, isOther ? undefined : known.told);
  const call: KnownCall = isOther ? { id, told, phase: 'told' } : { ...known, told };
  return inOrder(settled(withCall(used, theirId, call)), after => {
    const [next, events] = progress(after, theirId, call);
    return [next, [...printing(call, isOther ? undefined : known.told), ...events]];
  });
}

/** What a call that runs has printed meanwhile: told beside the protocol, or as what it holds so far. */
function printing({ id, told, phase }: KnownCall, before: ToolCall | undefined): readonly AgentEvent[] {
  const runs = phase === 'answered' || phase === 'unasked';
  const isHeld = told.kind === 'execute' && told.status === 'in_progress' && told.text !== before?.text;
  const isMore = told.printed !== before?.printed || isHeld;
  return runs && isMore ? [{ type: 'progress', toolCallId: id, printed: endOfPrinted(resultOf(told)) }] : [];
}

/**
 * What has ended without having been asked for is told as that, and whatever ran comes to its end. Some agents say that a
 * call is in progress, and then ask for it.
 */
function progress(state: AcpState, theirId: string, call: KnownCall): Read {
  const { id, told, phase } = call;
  const ends = told.status === 'completed' || told.status === 'failed';
  if (phase === 'over' || (!ends && told.status !== 'in_progress')) return [state, []];
  const wasAsked = phase !== 'told' && phase !== 'begun';
  if (!ends) return [wasAsked ? state : withCall(state, theirId, { ...call, phase: 'begun' }), []];
  const begun = wasAsked ? [] : [unaskedEvent(state, call)];
  const ok = told.status === 'completed';
  const returned = ok ? returnedOf(told, wantedIn(told, state).tool) : undefined;
  const ended: AgentEvent = {
    type: 'ended',
    toolCallId: id,
    ok,
    text: resultOf(told),
    ...(returned ? { returned } : {}),
  };
  return [withCall(state, theirId, { ...call, phase: 'over' }), [...begun, ended]];
}

/** Whether a call is said to run for which nobody was asked so far. */
export function mayRunUnasked(state: AcpState): boolean {
  return [...state.calls.values()].some(({ phase }) => phase === 'begun');
}

/** Nobody was asked for those that are said to run, so they run without. */
export function runUnasked(state: AcpState): Read {
  const begun = [...state.calls].filter(([, { phase }]) => phase === 'begun');
  const calls = new Map(state.calls);
  for (const [theirId, call] of begun) calls.set(theirId, { ...call, phase: 'unasked' });
  return [{ ...state, calls }, begun.map(([, call]) => unaskedEvent(state, call))];
}

function unaskedEvent(state: AcpState, { id, told }: KnownCall): AgentEvent {
  const { tool, input } = wantedIn(told, state);
  const problem = say('{agent} did not ask for this.', { agent: state.agent });
  return { type: 'unasked', toolCallId: id, tool, input, problem, ...subagentOf(told) };
}

export function subagentOf({ parent }: ToolCall): { readonly subagent?: Subagent } {
  return parent === undefined ? {} : { subagent: { id: parent, parentToolCallId: parent } };
}

/** What a call is to the turns after its own: the same one, of which nothing that was allowed can be used any more. */
function leftOver([theirId, call]: readonly [string, KnownCall]): readonly (readonly [string, KnownCall])[] {
  const { asked: _, ...rest } = call;
  return call.phase === 'open' ? [] : [[theirId, rest]];
}

/** The turn is over, as its reply says. Some agents tell the end of a call after it. */
export function turnOver(state: AcpState, stopReason: string | undefined): Read {
  const [after, events] = inOrder(settled(state), runUnasked);
  const ended: AgentEvent = {
    type: 'turnEnded',
    ok: stopReason === 'end_turn',
    interrupted: stopReason === 'cancelled',
    errors: stopReason === 'end_turn' || stopReason === 'cancelled' ? [] : [stopReason ?? 'no stop reason'],
  };
  return [{ ...after, calls: new Map([...after.calls].flatMap(leftOver)), turn: after.turn + 1 }, [...events, ended]];
}
