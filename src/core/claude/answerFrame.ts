import type { AgentAnswer } from '../call/answer';
import type { AgentEvent } from '../call/events';
import type { JsonObject } from '../base/json';
import { elicitationAnswer, errorAnswer, hookAnswer, ranAnswer, toolAnswer } from './answers';

/** An answer as the CLI reads it. */
export function answerFrame(answer: AgentAnswer): JsonObject {
  switch (answer.type) {
    case 'decision': {
      const { askId, decision, call } = answer;
      return call.what.kind === 'tool'
        ? toolAnswer(askId, call.toolCallId, decision, call.what.input)
        : elicitationAnswer(askId, decision);
    }
    case 'hook':
      return hookAnswer(answer.hookId, answer.answer);
    case 'ran':
      return ranAnswer(answer.hookId, answer.context, answer.failed);
    case 'error':
      return errorAnswer(answer.requestId, answer.error);
    default:
      return answer satisfies never;
  }
}

/** What a question gets that cannot be shown: nobody would see that it waits. */
export function refusalOf(event: AgentEvent): AgentAnswer | undefined {
  const error = 'Latch could not read this call.';
  if (event.type === 'asked' || event.type === 'elicited') return { type: 'error', requestId: event.askId, error };
  if (event.type !== 'intercepted') return undefined;
  return { type: 'hook', hookId: event.hookId, answer: { kind: 'deny', reason: error } };
}
