import type { Decision } from '../call/call';
import type { HookAnswer } from '../call/answer';
import type { Json, JsonObject } from '../base/json';
import type { Attachment, Message } from '../message/message';

/** The lines we write to the agent's stdin. Each function gives one message; the process edge makes it one line. */

/** Comes back as the reason of the ask that it causes, where it says nothing to a person. */
export const hookReason = 'Latch asks';

/** The names under which our hooks before and after a call are called back. */
const hookIds = { pre: 'latch-pre', post: 'latch-post' } as const;

export function initializeRequest(requestId: string, instructions?: string): JsonObject {
  const pre = { hookCallbackIds: [hookIds.pre], timeout: 60, onFailure: 'block' };
  const post = { hookCallbackIds: [hookIds.post], timeout: 60 };
  return controlRequest(requestId, {
    subtype: 'initialize',
    hooks: { PreToolUse: [pre], PostToolUse: [post], PostToolUseFailure: [post] },
    // What subagents say is shown under their call, and a stopped turn does not end what goes on in the background.
    forwardSubagentText: true,
    perTaskStopAffordance: true,
    ...(instructions === undefined ? {} : { appendSystemPrompt: instructions }),
  });
}

export function controlRequest(requestId: string, request: JsonObject): JsonObject {
  return { type: 'control_request', request_id: requestId, request };
}

/** Only the last block is read for what is mentioned and for commands, so the text stands last. */
export function userMessage({ id, text, attachments = [] }: Message): JsonObject {
  const content = attachments.length === 0 ? text : [...attachments.map(block), { type: 'text', text }];
  return { type: 'user', uuid: id, session_id: '', parent_tool_use_id: null, message: { role: 'user', content } };
}

function block({ kind, name, mediaType, data }: Attachment): JsonObject {
  switch (kind) {
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
    case 'pdf':
      return { type: 'document', title: name, source: { type: 'base64', media_type: mediaType, data } };
    case 'text':
      return { type: 'document', title: name, source: { type: 'text', media_type: 'text/plain', data } };
    default:
      return kind satisfies never;
  }
}

function success(requestId: Json, response: JsonObject): JsonObject {
  return { type: 'control_response', response: { subtype: 'success', request_id: requestId, response } };
}

export function errorAnswer(requestId: Json, error: string): JsonObject {
  return { type: 'control_response', response: { subtype: 'error', request_id: requestId, error } };
}

/** `updatedInput` always goes along: 2.1.197 takes an allow without it for a denial, and it pins what was shown. */
export function toolAnswer(askId: string, toolCallId: string, decision: Decision, input: JsonObject): JsonObject {
  if (decision.choice === 'deny') {
    return success(askId, {
      behavior: 'deny',
      message: decision.message,
      toolUseID: toolCallId,
      ...(decision.stop ? { interrupt: true } : {}),
      decisionClassification: 'user_reject',
    });
  }
  const permissions = decision.updatedPermissions?.length ? { updatedPermissions: decision.updatedPermissions } : {};
  const classification = decision.updatedPermissions?.length ? 'user_permanent' : 'user_temporary';
  return success(askId, {
    behavior: 'allow',
    updatedInput: decision.updatedInput ?? input,
    toolUseID: toolCallId,
    ...permissions,
    decisionClassification: classification,
  });
}

/** A form is accepted with its content, declined, or cancelled when the turn is to stop. */
export function elicitationAnswer(askId: string, decision: Decision): JsonObject {
  if (decision.choice === 'allow') return success(askId, { action: 'accept', content: decision.updatedInput ?? {} });
  return success(askId, { action: decision.stop || decision.by.kind !== 'person' ? 'cancel' : 'decline' });
}

export function hookAnswer(hookId: Json, answer: HookAnswer): JsonObject {
  switch (answer.kind) {
    case 'none':
      return success(hookId, {});
    case 'ask':
      return success(hookId, preToolUse('ask', hookReason));
    case 'deny':
      return success(hookId, preToolUse('deny', answer.reason));
    default:
      return answer satisfies never;
  }
}

function preToolUse(permissionDecision: 'ask' | 'deny', permissionDecisionReason: string): JsonObject {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } };
}

/** Tells the model what ran instead of what it proposed; its own history keeps the proposal. */
export function ranAnswer(hookId: string, context: string | undefined, failed: boolean): JsonObject {
  if (context === undefined) return success(hookId, {});
  const hookEventName = failed ? 'PostToolUseFailure' : 'PostToolUse';
  return success(hookId, { hookSpecificOutput: { hookEventName, additionalContext: context } });
}
