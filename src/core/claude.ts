import type { AgentEvent } from './agentEvents';
import type { AskDetails, Subagent } from './call';
import { hookReason } from './claudeAnswers';
import { asString, isObject, type Json, type JsonObject } from './json';

/** What has to be remembered between two lines to read the second one. */
export interface ClaudeState {
  readonly messageId?: string;
  readonly blockIndex: number;
  /** The last error that came as a message of its own. */
  readonly errorSaid?: string;
  /** Subagents by id, as their tasks announce themselves. */
  readonly subagents: ReadonlyMap<string, Subagent>;
  /** Which call started which subagent. */
  readonly byParent: ReadonlyMap<string, Subagent>;
}

export const initialClaude: ClaudeState = { blockIndex: 0, subagents: new Map(), byParent: new Map() };

type Decoded = readonly [ClaudeState, readonly AgentEvent[]];

/** Reads one line of stdout, already parsed as JSON. Unknown types and fields are passed over: the protocol grows monthly. */
export function decode(state: ClaudeState, message: unknown): Decoded {
  if (!isObject(message)) return [state, [{ type: 'malformed', what: 'a line that is not an object' }]];
  switch (message['type']) {
    case 'control_request':
      return [state, [controlRequest(state, message)]];
    case 'control_cancel_request':
      return [
        state,
        [withId(message['request_id'], 'control_cancel_request', askId => ({ type: 'cancelled', askId }))],
      ];
    case 'control_response':
      return [state, [controlResponse(message['response'])]];
    case 'assistant':
      return assistant(state, message);
    case 'user':
      return [state, toolResults(message)];
    case 'stream_event':
      return streamEvent(state, message);
    case 'system':
      return system(state, message);
    case 'result':
      return [state, result(state, message)];
    case 'conversation_reset':
      return [state, [{ type: 'cleared' }]];
    default:
      return [state, [{ type: 'ignored', what: asString(message['type']) ?? 'no type' }]];
  }
}

function withId(id: unknown, what: string, event: (id: string) => AgentEvent): AgentEvent {
  const text = asString(id);
  return text ? event(text) : { type: 'malformed', what: `${what} without an id` };
}

function controlRequest(state: ClaudeState, message: JsonObject): AgentEvent {
  const { request } = message;
  return withId(message['request_id'], 'control_request', id => {
    if (!isObject(request)) return { type: 'unsupported', requestId: id, subtype: 'none' };
    const subtype = asString(request['subtype']) ?? 'none';
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
  return { ...given, suggestions: Array.isArray(suggestions) ? suggestions.filter(isObject) : [] };
}

function hook(state: ClaudeState, hookId: string, request: JsonObject): AgentEvent {
  const { input } = request;
  if (!isObject(input)) return { type: 'unreadableHook', hookId, what: 'without input' };
  const toolCallId = asString(request['tool_use_id']) || asString(input['tool_use_id']);
  const name = asString(input['hook_event_name']);
  if (toolCallId && (name === 'PostToolUse' || name === 'PostToolUseFailure'))
    return { type: 'ran', hookId, toolCallId, failed: name === 'PostToolUseFailure' };
  if (name && name !== 'PreToolUse') return { type: 'unsupported', requestId: hookId, subtype: `hook ${name}` };
  const tool = asString(input['tool_name']);
  const toolInput = input['tool_input'];
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

function subagentOf(state: ClaudeState, id: unknown, type?: string): Subagent | undefined {
  const agentId = asString(id);
  if (!agentId) return undefined;
  return state.subagents.get(agentId) ?? { id: agentId, ...(type ? { type } : {}) };
}

function controlResponse(response: unknown): AgentEvent {
  if (!isObject(response)) return { type: 'malformed', what: 'control_response without a response' };
  return withId(response['request_id'], 'control_response', requestId => {
    if (response['subtype'] !== 'success')
      return { type: 'reply', requestId, ok: false, error: asString(response['error']) ?? 'no reason given' };
    const body = response['response'];
    return { type: 'reply', requestId, ok: true, response: isObject(body) ? body : {} };
  });
}

function assistant(state: ClaudeState, message: JsonObject): Decoded {
  const body = message['message'];
  if (!isObject(body) || !Array.isArray(body['content']))
    return [state, [{ type: 'malformed', what: 'assistant without content' }]];
  const parent = asString(message['parent_tool_use_id']);
  const messageId = asString(body['id']) ?? 'no-message-id';
  const error = asString(message['error']);
  const [next, events] = parent || error ? [state, []] : begun(state, messageId);
  for (const [place, block] of body['content'].entries()) {
    if (!isObject(block)) continue;
    if (block['type'] === 'tool_use') events.push(proposed(state, block, messageId, parent));
    // What a subagent says stays inside its task; the main conversation has the summary.
    else if (!parent && !error && !isEmptyReply(body, block))
      events.push(...said(block, `${messageId}:${next.blockIndex + place}`));
  }
  // The error comes in a message of its own. The one that it broke off has no other end on 2.1.197 while an ask of it waits.
  if (error && !parent) {
    for (const batchId of new Set([state.messageId, messageId]))
      if (batchId) events.push({ type: 'batchComplete', batchId });
    const told = textOf(body['content']);
    events.push({ type: 'notice', level: 'error', text: errorText(error, told) });
    return [told === undefined ? next : { ...next, errorSaid: told }, events];
  }
  return [next, events];
}

/** The main conversation has one message at a time, so the beginning of one is the end of the last. */
function begun(state: ClaudeState, messageId: string): [ClaudeState, AgentEvent[]] {
  if (state.messageId === messageId) return [state, []];
  const ended: AgentEvent[] = state.messageId ? [{ type: 'batchComplete', batchId: state.messageId }] : [];
  return [{ ...state, messageId, blockIndex: 0 }, ended];
}

function proposed(state: ClaudeState, block: JsonObject, messageId: string, parent: string | undefined): AgentEvent {
  const tool = asString(block['name']);
  const toolCallId = asString(block['id']);
  if (!tool || !toolCallId) return { type: 'malformed', what: 'tool_use without id or name' };
  const input = isObject(block['input']) ? block['input'] : {};
  if (!parent) return { type: 'proposed', toolCallId, batchId: messageId, single: false, tool, input };
  const subagent = state.byParent.get(parent) ?? { id: parent, parentToolCallId: parent };
  return { type: 'proposed', toolCallId, batchId: toolCallId, single: true, tool, input, subagent };
}

/** 2.1.197 answers a command that has nothing to say, like /clear, with a text of its own that says just that. */
function isEmptyReply(body: JsonObject, block: JsonObject): boolean {
  return body['model'] === '<synthetic>' && block['text'] === '(no content)';
}

function said(block: JsonObject, id: string): AgentEvent[] {
  const text = asString(block['text']);
  if (block['type'] === 'text' && text) return [{ type: 'text', id, kind: 'text', text }];
  const thinking = asString(block['thinking']);
  if (block['type'] === 'thinking' && thinking) return [{ type: 'text', id, kind: 'thinking', text: thinking }];
  return [];
}

function textOf(content: readonly Json[]): string | undefined {
  return content.map(block => (isObject(block) ? asString(block['text']) : undefined)).find(Boolean);
}

function errorText(error: string, text: string | undefined): string {
  return text ? `${text} (${error})` : `The model could not be reached: ${error}`;
}

function toolResults(message: JsonObject): AgentEvent[] {
  const body = message['message'];
  if (!isObject(body) || !Array.isArray(body['content'])) return [{ type: 'ignored', what: 'user text' }];
  const events: AgentEvent[] = [];
  for (const block of body['content']) {
    if (!isObject(block) || block['type'] !== 'tool_result') continue;
    const toolCallId = asString(block['tool_use_id']);
    if (toolCallId)
      events.push({ type: 'ended', toolCallId, ok: block['is_error'] !== true, text: resultText(block['content']) });
    else events.push({ type: 'malformed', what: 'tool_result without tool_use_id' });
  }
  return events;
}

function resultText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map(part => (isObject(part) ? (asString(part['text']) ?? `[${asString(part['type']) ?? 'data'}]`) : ''))
    .join('\n');
}

function streamEvent(state: ClaudeState, message: JsonObject): Decoded {
  const { event } = message;
  if (!isObject(event) || asString(message['parent_tool_use_id'])) return [state, []];
  switch (event['type']) {
    case 'message_start': {
      const body = event['message'];
      const messageId = isObject(body) ? asString(body['id']) : undefined;
      return messageId ? begun(state, messageId) : [{ ...state, blockIndex: 0 }, []];
    }
    case 'content_block_start':
      return [{ ...state, blockIndex: typeof event['index'] === 'number' ? event['index'] : state.blockIndex }, []];
    case 'content_block_delta':
      return [state, delta(state, event['delta'])];
    case 'message_stop':
      return [state, state.messageId ? [{ type: 'batchComplete', batchId: state.messageId }] : []];
    default:
      return [state, []];
  }
}

function delta(state: ClaudeState, change: unknown): AgentEvent[] {
  if (!isObject(change) || !state.messageId) return [];
  const id = `${state.messageId}:${state.blockIndex}`;
  const text = asString(change['text']);
  if (change['type'] === 'text_delta' && text) return [{ type: 'delta', id, kind: 'text', text }];
  const thinking = asString(change['thinking']);
  if (change['type'] === 'thinking_delta' && thinking) return [{ type: 'delta', id, kind: 'thinking', text: thinking }];
  return [];
}

function system(state: ClaudeState, message: JsonObject): Decoded {
  switch (message['subtype']) {
    case 'init':
      return [state, [turnStarted(message)]];
    case 'status': {
      const mode = asString(message['permissionMode']);
      return [state, mode ? [{ type: 'modeChanged', mode }] : []];
    }
    case 'task_started':
      return taskStarted(state, message);
    case 'permission_denied':
      return [
        state,
        [
          {
            type: 'notice',
            level: 'warning',
            text: asString(message['message']) ?? 'The agent denied a call by its own rules.',
          },
        ],
      ];
    case 'api_retry':
      return [
        state,
        [
          {
            type: 'notice',
            level: 'warning',
            text: `The model did not answer (${asString(message['error']) ?? 'no reason'}); trying again.`,
          },
        ],
      ];
    case 'informational': {
      const text = asString(message['content']);
      return [state, text ? [{ type: 'notice', level: 'info', text }] : []];
    }
    default:
      return [state, [{ type: 'ignored', what: `system/${asString(message['subtype']) ?? ''}` }]];
  }
}

function turnStarted(message: JsonObject): AgentEvent {
  return {
    type: 'turnStarted',
    cliSessionId: asString(message['session_id']) ?? '',
    model: asString(message['model']) ?? '',
    mode: asString(message['permissionMode']) ?? 'default',
    version: asString(message['claude_code_version']) ?? '',
    cwd: asString(message['cwd']) ?? '',
  };
}

function taskStarted(state: ClaudeState, message: JsonObject): Decoded {
  const id = asString(message['task_id']);
  const parent = asString(message['tool_use_id']);
  if (!id || message['task_type'] === 'local_bash') return [state, []];
  const type = asString(message['subagent_type']);
  const task = asString(message['description']);
  const subagent: Subagent = {
    id,
    ...(type ? { type } : {}),
    ...(task ? { task } : {}),
    ...(parent ? { parentToolCallId: parent } : {}),
  };
  const subagents = new Map(state.subagents).set(id, subagent);
  const byParent = parent ? new Map(state.byParent).set(parent, subagent) : state.byParent;
  return [{ ...state, subagents, byParent }, [{ type: 'subagentStarted', subagent }]];
}

function result(state: ClaudeState, message: JsonObject): AgentEvent[] {
  const reason = asString(message['terminal_reason']) ?? '';
  const interrupted = reason.startsWith('aborted');
  const errors = Array.isArray(message['errors']) ? message['errors'].filter(error => typeof error === 'string') : [];
  const text = asString(message['result']);
  // The end of the turn repeats the error that a message has already told.
  const told = text !== undefined && text === state.errorSaid;
  if (message['is_error'] === true && !interrupted && errors.length === 0 && text && !told) errors.push(text);
  const ended: AgentEvent = { type: 'turnEnded', ok: message['is_error'] !== true, interrupted, errors };
  return state.messageId ? [{ type: 'batchComplete', batchId: state.messageId }, ended] : [ended];
}
