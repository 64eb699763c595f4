import type { JsonObject } from '../../../src/core/base/json';
import type { Wanted } from '../../../src/core/call/call';
import { step } from '../../../src/core/gate/step';
import { emptyGate, type GateEvent, type GateMode, type GateState } from '../../../src/core/gate/state';

export function propose(toolCallId: string, batchId: string): GateEvent {
  const call = { sessionId: 's', toolCallId, batchId, what: bash({ command: toolCallId }) };
  return { type: 'proposed', call, single: false, verdict: { decision: 'ask', readOnly: false, always: false } };
}

export function ask(askId: string, toolCallId: string, batchId: string, input = { command: toolCallId }): GateEvent {
  const call = { sessionId: 's', toolCallId, batchId, what: bash(input) };
  return {
    type: 'asked',
    askId,
    call,
    details: { suggestions: [] },
    verdict: { decision: 'ask', readOnly: false, always: false },
  };
}

function bash(input: JsonObject): Wanted {
  return { kind: 'tool', tool: 'Bash', input };
}

export function decide(toolCallId: string): GateEvent {
  return { type: 'decided', toolCallId, revision: 1, decision: { choice: 'allow', by: { kind: 'person' } } };
}

export function after(state: GateState, ...events: GateEvent[]): GateState {
  return events.reduce((before, event) => step(before, event)[0], state);
}

export function played(mode: GateMode, ...events: GateEvent[]): { state: GateState } {
  return { state: after(emptyGate(mode), ...events) };
}
