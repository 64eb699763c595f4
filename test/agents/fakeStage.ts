import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { isObject, type JsonObject } from '../../src/core/json';
import { openStage, type Stage, type StageOptions } from '../contract/stage';

export const fakeAgent = fileURLToPath(new URL('../fakes/fakeAgent.mjs', import.meta.url));

export interface FakeStage extends Stage {
  /** Every line the agent got on its stdin, in order. */
  got(): JsonObject[];
  /** The answers to this request. */
  answersTo(requestId: string): JsonObject[];
}

/** The product with an agent in front of it that plays these steps after it was initialized. */
export async function openFakeStage(
  steps: readonly object[],
  options: Omit<StageOptions, 'turns'> = {},
): Promise<FakeStage> {
  const folder = mkdtempSync(join(tmpdir(), 'latch-fake-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stdin = join(folder, 'stdin.jsonl');
  const script = join(folder, 'steps.json');
  writeFileSync(script, JSON.stringify(steps));
  const stage = await openStage({
    cli: fakeAgent,
    turns: [],
    ...options,
    environment: { LATCH_FAKE_STEPS: script, LATCH_FAKE_STDIN: stdin, ...options.environment },
  });
  const got = (): JsonObject[] =>
    existsSync(stdin)
      ? readFileSync(stdin, 'utf8')
          .split('\n')
          .filter(line => line !== '')
          .map(line => read(line))
      : [];
  return Object.assign(stage, {
    got,
    answersTo: (requestId: string) =>
      got().flatMap(({ type, response }) =>
        type === 'control_response' && isAnswer(response, requestId) ? [response] : [],
      ),
  });
}

function read(line: string): JsonObject {
  const value: unknown = JSON.parse(line);
  if (!isObject(value)) throw new Error(`The host wrote a line that is no object: ${line}`);
  return value;
}

function isAnswer(value: unknown, requestId: string): value is JsonObject {
  return isObject(value) && value['request_id'] === requestId;
}

export const user = { awaitUser: true };

export const init = {
  say: {
    type: 'system',
    subtype: 'init',
    session_id: '00000000-0000-4000-8000-000000000000',
    model: 'fake',
    permissionMode: 'default',
    claude_code_version: '0.0.0',
    cwd: '/',
  },
};

/** One message of the model with these calls, and its end. */
export function message(id: string, ...calls: readonly { id: string; tool: string; input: object }[]): object[] {
  const blocks = calls.map(call => ({
    say: {
      type: 'assistant',
      parent_tool_use_id: null,
      message: { id, content: [{ type: 'tool_use', id: call.id, name: call.tool, input: call.input }] },
    },
  }));
  const start = { say: { type: 'stream_event', event: { type: 'message_start', message: { id } } } };
  return [start, ...blocks, { say: { type: 'stream_event', event: { type: 'message_stop' } } }];
}

export function ask(requestId: string, toolCallId: string | undefined, input: object, more: object = {}): object {
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', display_name: 'Bash', input, ...more };
  const named = toolCallId === undefined ? request : { ...request, tool_use_id: toolCallId };
  return { say: { type: 'control_request', request_id: requestId, request: named } };
}

export function result(toolCallId: string, text = 'ok', ok = true): object {
  const content = [{ type: 'tool_result', tool_use_id: toolCallId, content: text, is_error: !ok }];
  return { say: { type: 'user', message: { role: 'user', content } } };
}

export const turnEnd = { say: { type: 'result', subtype: 'success', is_error: false, result: 'Done.' } };

/** One message with one command, which is asked once and answered once. */
export const call = { id: 'a', tool: 'Bash', input: { command: 'echo' } };
export const oneCall = [
  user,
  init,
  ...message('m', call),
  ask('r1', 'a', call.input),
  { awaitAnswers: ['r1'] },
  result('a'),
  turnEnd,
];
