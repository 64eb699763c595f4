import type { AgentEvent } from '../call/events';
import type { Subagent } from '../call/call';
import { asString, isObject, type JsonObject } from '../base/json';
import { quoted, say } from '../texts/sentence';
import { type AcpState, type KnownCall, newUse, type Read, withCall } from './state';
import { textOf, toldOf, type ToolCall } from './toolCall';
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
      return [state, mode === undefined ? [malformed(kind)] : [{ type: 'modeChanged', mode }]];
    }
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
  if (!theirId) return [state, [malformed('a tool call without an id')]];
  const known = state.calls.get(theirId);
  const isOther = known === undefined || (isNew && known.phase !== 'told');
  const [used, id] = isOther ? newUse(state, theirId) : ([state, known.id] as const);
  const told = toldOf(update, isOther ? undefined : known.told);
  const call: KnownCall = isOther ? { id, told, phase: 'told' } : { ...known, told };
  return inOrder(settled(withCall(used, theirId, call)), after => progress(after, theirId, call));
}

/** What runs without having been asked for is told as begun; whatever runs comes to its end. */
function progress(state: AcpState, theirId: string, call: KnownCall): Read {
  const { id, told, phase } = call;
  const ends = told.status === 'completed' || told.status === 'failed';
  const runs = ends || told.status === 'in_progress';
  if (!runs || phase === 'over') return [state, []];
  const begun = phase === 'told' ? [unaskedEvent(state, call)] : [];
  const ended: readonly AgentEvent[] = ends
    ? [{ type: 'ended', toolCallId: id, ok: told.status === 'completed', text: told.text }]
    : [];
  const next = ends ? 'over' : phase === 'told' ? 'begun' : phase;
  return [withCall(state, theirId, { ...call, phase: next }), [...begun, ...ended]];
}

function unaskedEvent(state: AcpState, { id, told }: KnownCall): AgentEvent {
  const { tool, input } = wantedIn(told, state);
  const problem = say('{agent} did not ask for this.', { agent: state.agent });
  return { type: 'unasked', toolCallId: id, tool, input, problem, ...subagentOf(told) };
}

export function subagentOf({ parent }: ToolCall): { readonly subagent?: Subagent } {
  return parent === undefined ? {} : { subagent: { id: parent, parentToolCallId: parent } };
}

/** The turn is over, as its reply says. What it told of its calls is of no use to the next one. */
export function turnOver(state: AcpState, stopReason: string | undefined): Read {
  const [after, events] = settled(state);
  const ended: AgentEvent = {
    type: 'turnEnded',
    ok: stopReason === 'end_turn',
    interrupted: stopReason === 'cancelled',
    errors: stopReason === 'end_turn' || stopReason === 'cancelled' ? [] : [stopReason ?? 'no stop reason'],
  };
  return [{ ...after, calls: new Map(), turn: after.turn + 1 }, [...events, ended]];
}
