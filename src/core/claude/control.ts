import type { AgentEvent } from '../call/events';
import type { AskDetails, Subagent } from '../call/call';
import { hookReason } from './answers';
import type { ClaudeState } from './state';
import { isTooDeep } from '../base/depth';
import { asString, isObject, type Json, type JsonObject } from '../base/json';
import { say, quoted } from '../texts/sentence';

/** The control frames of the CLI: what it requests of us, what it takes back, and its replies to what we requested. */

const tooDeep = 'is nested too deep';

export function controlRequest(state: ClaudeState, message: JsonObject): AgentEvent {
  const { request, request_id: given } = message;
  if (given !== undefined && !asString(given) && !isTooDeep(given)) return unnamed(given, request);
  return withId(given, 'control_request', id => {
    if (!isObject(request)) return { type: 'unsupported', requestId: id, subtype: 'none' };
    const subtype = asString(request['subtype']) ?? 'none';
    if (subtype !== 'hook_callback' && isTooDeep(request))
      return { type: 'unsupported', requestId: id, subtype: `${subtype} that ${tooDeep}` };
    switch (subtype) {
      case 'can_use_tool':
        return asked(state, id, request);
      case 'hook_callback':
        return hook(state, id, request);
      case 'elicitation':
        return {
          type: 'elicited',
          askId: id,
          server: asString(request['mcp_server_name']) ?? 'unknown server',
          request,
        };
      default:
        return { type: 'unsupported', requestId: id, subtype };
    }
  });
}

/** No call can be known by such an id, but whoever sent it waits for an answer under it. */
function unnamed(id: Json, request: unknown): AgentEvent {
  const what = 'with an id that is no text';
  const subtype = (isObject(request) && asString(request['subtype'])) || 'none';
  return subtype === 'hook_callback'
    ? { type: 'unreadableHook', hookId: id, what }
    : { type: 'unsupported', requestId: id, subtype: `${subtype} ${what}` };
}

function asked(state: ClaudeState, askId: string, request: JsonObject): AgentEvent {
  const tool = asString(request['tool_name']);
  const { input } = request;
  if (!tool || !isObject(input))
    return { type: 'unsupported', requestId: askId, subtype: 'can_use_tool without tool_name or input' };
  const subagent = subagentOf(state, request['agent_id']);
  // Without an id of its own the call is named by its ask: it can be answered, and never mixed up with another.
  const toolCallId = asString(request['tool_use_id']) || `ask:${askId}`;
  return {
    type: 'asked',
    askId,
    toolCallId,
    tool,
    input,
    details: details(request),
    request,
    ...(subagent ? { subagent } : {}),
  };
}

function details(request: JsonObject): AskDetails {
  const server = request['mcp_server'];
  const ours = request['decision_reason'] === hookReason;
  const texts = {
    title: asString(request['title']) ?? asString(request['display_name']),
    description: asString(request['description']),
    reason: ours ? undefined : asString(request['decision_reason']),
    reasonType: ours ? undefined : asString(request['decision_reason_type']),
    blockedPath: asString(request['blocked_path']),
    mcpServer: isObject(server) ? asString(server['name']) : undefined,
  };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const suggestions = request['permission_suggestions'];
  // The agent itself says of some calls that no lasting permission is to be offered for them.
  const offered = Array.isArray(suggestions) && request['suppress_always_allow_rule'] !== true;
  return { ...given, suggestions: offered ? suggestions.filter(isObject) : [] };
}

function hook(state: ClaudeState, hookId: string, request: JsonObject): AgentEvent {
  const { input } = request;
  if (!isObject(input)) return { type: 'unreadableHook', hookId, what: 'without input' };
  const toolCallId = asString(request['tool_use_id']) || asString(input['tool_use_id']);
  const name = asString(input['hook_event_name']);
  if (toolCallId && (name === 'PostToolUse' || name === 'PostToolUseFailure'))
    return { type: 'ran', hookId, toolCallId, failed: name === 'PostToolUseFailure', text: printed(input) };
  if (name && name !== 'PreToolUse') return { type: 'unsupported', requestId: hookId, subtype: `hook ${name}` };
  const tool = asString(input['tool_name']);
  const toolInput = input['tool_input'];
  if (isTooDeep(toolInput)) return { type: 'unreadableHook', hookId, what: `that ${tooDeep}` };
  if (!name || !toolCallId || !tool || !isObject(toolInput)) {
    const missing = {
      hook_event_name: name,
      tool_use_id: toolCallId,
      tool_name: tool,
      tool_input: isObject(toolInput),
    };
    const what = Object.entries(missing).flatMap(([field, given]) => (given ? [] : [field]));
    return { type: 'unreadableHook', hookId, what: `without ${what.join(', ')}` };
  }
  const subagent = subagentOf(state, input['agent_id'], asString(input['agent_type']));
  return { type: 'intercepted', hookId, toolCallId, tool, input: toolInput, ...(subagent ? { subagent } : {}) };
}

/** What a call printed, as the hook after it tells it. */
function printed({ tool_response: response, error }: JsonObject): string {
  const texts = isObject(response)
    ? [asString(response['stdout']), asString(response['stderr'])]
    : [asString(response)];
  return [...texts, asString(error)].filter(text => text !== undefined).join('\n');
}

export function cancelRequest(message: JsonObject): AgentEvent {
  return withId(message['request_id'], 'control_cancel_request', askId => ({ type: 'cancelled', askId }));
}

export function controlResponse(response: unknown): AgentEvent {
  if (!isObject(response)) return { type: 'malformed', what: 'control_response without a response' };
  return withId(response['request_id'], 'control_response', requestId => {
    const error = asString(response['error']);
    if (response['subtype'] !== 'success')
      return {
        type: 'reply',
        requestId,
        ok: false,
        error: error === undefined ? say('no reason given') : quoted(error),
      };
    const body = response['response'];
    return { type: 'reply', requestId, ok: true, response: isObject(body) ? body : {} };
  });
}

/** What the agent still waits for, as it was asked: it says so when it is initialized once more. */
export function pendingRequests(state: ClaudeState, response: unknown): readonly AgentEvent[] {
  const pending = isObject(response) ? response['pending_permission_requests'] : undefined;
  const requests = Array.isArray(pending) ? pending.filter(isObject) : [];
  // What cannot be read here either was refused when it came, or cannot be answered.
  return requests
    .map(message => controlRequest(state, message))
    .flatMap(event => (event.type === 'asked' || event.type === 'elicited' ? [{ ...event, listed: true }] : []));
}

function withId(id: unknown, what: string, event: (id: string) => AgentEvent): AgentEvent {
  const text = asString(id);
  return text ? event(text) : { type: 'malformed', what: `${what} without an id` };
}

function subagentOf(state: ClaudeState, id: unknown, type?: string): Subagent | undefined {
  const agentId = asString(id);
  if (!agentId) return undefined;
  return state.subagents.get(agentId) ?? { id: agentId, ...(type ? { type } : {}) };
}
