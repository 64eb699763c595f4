import type { ToldFacts } from '../call/agentFacts';
import type { AgentEvent } from '../call/events';
import { cancelRequest, controlRequest, controlResponse, pendingRequests } from './control';
import { retrying } from './errors';
import { factsOfCommands, factsOfInit } from './facts';
import { assistant, streamEvent, toolResults } from './messages';
import type { ClaudeState, Decoded } from './state';
import { taskNotified, taskProgress, taskStarted, taskUpdated } from './tasks';
import { limitsOf, spentBy } from './usage';
import { cutDeep } from '../base/depth';
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
      return assistant(state, cutDeep(message));
    case 'user':
      return [state, toolResults(cutDeep(message))];
    case 'stream_event':
      return streamEvent(state, message);
    case 'system':
      return system(state, message);
    case 'result':
      return [state, result(state, message)];
    case 'tool_progress':
      return [state, progress(message)];
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

/** What tells it has an id of its own, and names its call as its parent. Of hooks it is told too: they are answered at once. */
function progress(message: JsonObject): AgentEvent[] {
  const isHook = asString(message['tool_use_id'])?.startsWith('hook-') === true;
  const toolCallId = isHook ? undefined : asString(message['parent_tool_use_id']);
  const seconds = message['elapsed_time_seconds'];
  return toolCallId && typeof seconds === 'number'
    ? [{ type: 'progress', toolCallId, seconds }]
    : [{ type: 'ignored', what: 'tool_progress' }];
}

function system(state: ClaudeState, message: JsonObject): Decoded {
  switch (message['subtype']) {
    case 'init':
      return [state, [...tells(factsOfInit(message)), turnStarted(message)]];
    case 'commands_changed':
      return [state, tells(factsOfCommands(message))];
    case 'status': {
      const mode = asString(message['permissionMode']);
      const compacting: AgentEvent[] = message['status'] === 'compacting' ? [{ type: 'compacting' }] : [];
      return [state, mode ? [{ type: 'modeChanged', mode }, ...compacting] : compacting];
    }
    case 'task_started':
      return taskStarted(state, message);
    case 'permission_denied':
      return [state, notice('warning', said(message['message']) ?? say('The agent denied a call by its own rules.'))];
    case 'task_progress':
      return [state, taskProgress(message)];
    case 'task_updated':
      return [state, taskUpdated(message)];
    case 'task_notification':
      return [state, taskNotified(message)];
    case 'compact_boundary':
      return [state, [compacted(message)]];
    case 'api_retry':
      return [state, retrying(message)];
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

function compacted(message: JsonObject): AgentEvent {
  const metadata = message['compact_metadata'];
  const told = isObject(metadata) ? metadata : {};
  const { pre_tokens: before, post_tokens: after, trigger } = told;
  return {
    type: 'compacted',
    before: typeof before === 'number' ? before : 0,
    after: typeof after === 'number' ? after : 0,
    bySelf: trigger === 'auto',
  };
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
