// A workbench with the fake agent in place of Claude Code, for what the real one never says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeAgent } from '../../fakes/agentSteps';
import type { WorkbenchOptions } from './workbench';

export interface AgentScript {
  /** Opens a workbench in which this agent plays its steps. */
  readonly options: Pick<WorkbenchOptions, 'settings' | 'env'>;
  /** What the agent was answered to this request, once or more often. */
  answersTo(requestId: string): readonly Record<string, unknown>[];
  remove(): void;
}

export function agentScript(steps: readonly object[]): AgentScript {
  const folder = mkdtempSync(join(tmpdir(), 'latch-agent-'));
  const script = join(folder, 'steps.json');
  const stdin = join(folder, 'stdin.jsonl');
  writeFileSync(script, JSON.stringify(steps));
  writeFileSync(stdin, '');
  return {
    options: {
      settings: { 'latch.claude.path': fakeAgent },
      env: { LATCH_FAKE_STEPS: script, LATCH_FAKE_STDIN: stdin },
    },
    answersTo: requestId =>
      readFileSync(stdin, 'utf8')
        .split('\n')
        .filter(line => line.includes(`"${requestId}"`))
        .map(line => JSON.parse(line))
        .filter(({ type, response }) => type === 'control_response' && response.request_id === requestId)
        .map(({ response }) => response.response),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
