import type { ToldFacts } from '../call/agentFacts';
import type { AgentEvent } from '../call/events';
import type { Subagent } from '../call/call';
import { cancelRequest, controlRequest, controlResponse, pendingRequests } from './control';
import { factsOfCommands, factsOfInit } from './facts';
import { assistant, streamEvent, toolResults } from './messages';
import type { ClaudeState, Decoded } from './state';
import { limitsOf, spentBy } from './usage';
import { asString, isObject, type JsonObject } from '../base/json';
import { say, type Sentence, quoted } from '../texts/sentence';

/** Reads one line of stdout, already parsed as JSON. Unknown types and fields are passed over: the protocol grows monthly. */
export function decode(state: ClaudeState, message: unknown): Decoded {
  if (!isObject(message)) return [state, [{ type: 'malformed', what: 'a line that is not an object' }]];
  switch (message['type']) {
    case 'control_request':
      return [state, [controlRequest(state, message)]];
    case 'control_cancel_request':
      return [state, [cancelRequest(message)]];
    case 'control_response':
      return [state, [controlResponse(message['response']), ...pendingRequests(state, message['response'])]];
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
    case 'rate_limit_event': {
      const limits = limitsOf(message);
      return [state, [limits ? { type: 'limited', limits } : { type: 'ignored', what: 'rate_limit_event' }]];
    }
    case 'conversation_reset':
      return [state, [{ type: 'cleared' }]];
    default:
      return [state, [{ type: 'ignored', what: asString(message['type']) ?? 'no type' }]];
  }
}

function system(state: ClaudeState, message: JsonObject): Decoded {
  switch (message['subtype']) {
    case 'init':
      return [state, [...tells(factsOfInit(message)), turnStarted(message)]];
    case 'commands_changed':
      return [state, tells(factsOfCommands(message))];
    case 'status': {
      const mode = asString(message['permissionMode']);
      return [state, mode ? [{ type: 'modeChanged', mode }] : []];
    }
    case 'task_started':
      return taskStarted(state, message);
    case 'permission_denied':
      return [state, notice('warning', said(message['message']) ?? say('The agent denied a call by its own rules.'))];
    case 'api_retry': {
      const reason = asString(message['error']) ?? 'no reason';
      return [state, notice('warning', say('The model did not answer ({error}); trying again.', { error: reason }))];
    }
    case 'informational': {
      const text = said(message['content']);
      return [state, text ? notice('info', text) : []];
    }
    default:
      return [state, [{ type: 'ignored', what: `system/${asString(message['subtype']) ?? ''}` }]];
  }
}

/** The agent's own words, where it has any. */
function said(value: unknown): Sentence | undefined {
  const text = asString(value);
  return text ? quoted(text) : undefined;
}

function notice(level: 'info' | 'warning', text: Sentence): AgentEvent[] {
  return [{ type: 'notice', level, text }];
}

function tells(told: ToldFacts): AgentEvent[] {
  return Object.keys(told.facts).length > 0 || told.commandNames ? [{ type: 'told', told }] : [];
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
  const closed: AgentEvent[] = state.messageId ? [{ type: 'batchComplete', batchId: state.messageId }] : [];
  return [...closed, ...spentBy(message), ended];
}
