import type { AgentEvent } from '../call/events';
import { refused } from './errors';
import { returnedOf } from './results';
import type { ClaudeState, Decoded } from './state';
import { usedBy } from './usage';
import { asString, isObject, type Json, type JsonObject } from '../base/json';

/** The messages of a conversation: whole ones of the model, their stream, and the results of calls. */

export function assistant(state: ClaudeState, message: JsonObject): Decoded {
  const body = message['message'];
  if (!isObject(body) || !Array.isArray(body['content']))
    return [state, [{ type: 'malformed', what: 'assistant without content' }]];
  const parent = asString(message['parent_tool_use_id']);
  const messageId = asString(body['id']) ?? 'no-message-id';
  const error = asString(message['error']);
  const [next, events] = parent || error ? [state, []] : begun(state, messageId);
  if (!parent) events.push(...usedBy(body));
  for (const [place, block] of body['content'].entries()) {
    if (!isObject(block)) continue;
    if (block['type'] === 'tool_use') events.push(proposed(state, block, messageId, parent));
    else if (parent && !error) events.push(...said(block, subagentText(message, messageId, place), parent));
    else if (!error && !isEmptyReply(body, block))
      events.push(...withTime(said(block, `${messageId}:${next.blockIndex + place}`), message));
  }
  // The error comes in a message of its own. The one that it broke off has no other end on 2.1.197 while an ask of it waits.
  if (error && !parent) {
    for (const batchId of new Set([state.messageId, messageId]))
      if (batchId) events.push({ type: 'batchComplete', batchId });
    const told = textOf(body['content']);
    events.push(...refused(error, told, false));
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

function said(block: JsonObject, id: string, parent?: string): AgentEvent[] {
  const of = parent === undefined ? {} : { parent };
  const text = asString(block['text']);
  if (block['type'] === 'text' && text) return [{ type: 'text', id, kind: 'text', text, ...of }];
  const thinking = asString(block['thinking']);
  if (block['type'] === 'thinking' && thinking) return [{ type: 'text', id, kind: 'thinking', text: thinking, ...of }];
  return [];
}

/** The blocks of a subagent's message come one by one, without their place in it. */
function subagentText(message: JsonObject, messageId: string, place: number): string {
  return `${messageId}:${asString(message['uuid']) ?? ''}:${place}`;
}

function withTime(events: readonly AgentEvent[], message: JsonObject): AgentEvent[] {
  const durationMs = message['thinking_duration_ms'];
  return events.map(event =>
    event.type === 'text' && event.kind === 'thinking' && typeof durationMs === 'number'
      ? { ...event, durationMs }
      : event,
  );
}

function textOf(content: readonly Json[]): string | undefined {
  return content.map(block => (isObject(block) ? asString(block['text']) : undefined)).find(Boolean);
}

export function streamEvent(state: ClaudeState, message: JsonObject): Decoded {
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

export function toolResults(message: JsonObject): AgentEvent[] {
  const body = message['message'];
  const id = asString(message['uuid']);
  // It repeats a message of ours when it begins with it.
  if (message['isReplay'] === true && id) return [{ type: 'begun', id }];
  if (!isObject(body) || !Array.isArray(body['content'])) return [{ type: 'ignored', what: 'user text' }];
  const events: AgentEvent[] = [];
  const results = body['content'].filter(block => isObject(block) && block['type'] === 'tool_result');
  // It is of one call; where a message has the results of several, it cannot be told of which.
  const returned = results.length === 1 ? returnedOf(message['tool_use_result']) : undefined;
  for (const block of results) {
    if (!isObject(block)) continue;
    const toolCallId = asString(block['tool_use_id']);
    if (toolCallId)
      events.push({
        type: 'ended',
        toolCallId,
        ok: block['is_error'] !== true,
        text: resultText(block['content']),
        ...(returned ? { returned } : {}),
      });
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
