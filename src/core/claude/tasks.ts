import { asString, isObject, type JsonObject } from '../base/json';
import type { Subagent } from '../call/call';
import type { AgentEvent, TaskChange } from '../call/events';
import type { ClaudeState, Decoded } from './state';

/** Tasks: subagents, and commands that go on in the background. */

export function taskStarted(state: ClaudeState, message: JsonObject): Decoded {
  const id = asString(message['task_id']);
  const parent = asString(message['tool_use_id']);
  if (!id) return [state, []];
  const started: AgentEvent[] = [
    changed(id, parent, { state: 'running', background: message['is_backgrounded'] === true }),
  ];
  if (message['task_type'] === 'local_bash') return [state, started];
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
  return [{ ...state, subagents, byParent }, [{ type: 'subagentStarted', subagent }, ...started]];
}

export function taskProgress(message: JsonObject): AgentEvent[] {
  const id = asString(message['task_id']);
  if (!id) return [];
  const doing = asString(message['description']);
  const change: TaskChange = { ...usageIn(message), ...(doing ? { doing } : {}) };
  return [changed(id, asString(message['tool_use_id']), change)];
}

export function taskUpdated(message: JsonObject): AgentEvent[] {
  const id = asString(message['task_id']);
  const patch = message['patch'];
  if (!id || !isObject(patch)) return [];
  const state = stateOf(patch['status']);
  const background = patch['is_backgrounded'];
  return [
    changed(id, undefined, {
      ...(state ? { state } : {}),
      ...(typeof background === 'boolean' ? { background } : {}),
    }),
  ];
}

/** A task that only keeps the agent's own house says nothing to a person. */
export function taskNotified(message: JsonObject): AgentEvent[] {
  const id = asString(message['task_id']);
  if (!id || message['ambient'] === true || message['skip_transcript'] === true) return [];
  const output = asString(message['output_file']);
  const summary = asString(message['summary']);
  return [
    changed(id, asString(message['tool_use_id']), {
      ...usageIn(message),
      state: stateOf(message['status']) ?? 'done',
      ...(summary ? { summary } : {}),
      ...(output ? { output } : {}),
      told: true,
    }),
  ];
}

function changed(taskId: string, toolCallId: string | undefined, change: TaskChange): AgentEvent {
  return { type: 'task', taskId, change, ...(toolCallId ? { toolCallId } : {}) };
}

function usageIn({ usage }: JsonObject): TaskChange {
  if (!isObject(usage)) return {};
  const { total_tokens: tokens, tool_uses: calls, duration_ms: durationMs } = usage;
  return {
    ...(typeof tokens === 'number' ? { tokens } : {}),
    ...(typeof calls === 'number' ? { calls } : {}),
    ...(typeof durationMs === 'number' ? { durationMs } : {}),
  };
}

function stateOf(status: unknown): TaskChange['state'] {
  switch (status) {
    case 'running':
    case 'pending':
      return 'running';
    case 'completed':
      return 'done';
    case 'failed':
      return 'failed';
    case 'killed':
    case 'stopped':
      return 'stopped';
    default:
      return undefined;
  }
}
