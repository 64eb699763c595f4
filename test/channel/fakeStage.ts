import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isObject, type JsonObject } from '../../src/core/base/json';
import { fakeAgent } from '../fakes/agentSteps';
import { openStage, type Stage, type StageOptions } from '../contract/stage';

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
