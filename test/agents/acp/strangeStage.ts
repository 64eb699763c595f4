import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { asString, type JsonObject } from '../../../src/core/base/json';
import { openStage, type Stage, type StageOptions } from '../../contract/stage';

interface StrangeStage extends Stage {
  /** What the agent was sent, in order. */
  got(): readonly JsonObject[];
  /** The methods of the requests and notifications that it was sent, in order. */
  methods(): readonly string[];
  /** What it was answered to this request. */
  reply(id: string): JsonObject | undefined;
}

/** A session with the strange agent, which plays these steps after each prompt. */
export async function openStrangeStage(
  steps: readonly JsonObject[],
  {
    behaviour = '',
    told = {},
    ...options
  }: { readonly behaviour?: string; readonly told?: JsonObject } & Partial<StageOptions> = {},
): Promise<StrangeStage> {
  const folder = mkdtempSync(join(tmpdir(), 'latch-strange-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const got = join(folder, 'got.jsonl');
  const played = join(folder, 'steps.json');
  const stage = await openStage({
    turns: [],
    ...options,
    acp: workspace => {
      writeFileSync(played, JSON.stringify(steps).replaceAll('$WORKSPACE', workspace));
      return {
        name: 'Strange',
        command: process.execPath,
        args: [join(root, 'test/fakes/strangeAgent.mjs')],
        env: {
          LATCH_STRANGE_STEPS: played,
          LATCH_STRANGE_GOT: got,
          LATCH_STRANGE: behaviour,
          LATCH_STRANGE_TOLD: JSON.stringify(told),
        },
      };
    },
  });
  const lines = (): readonly JsonObject[] =>
    existsSync(got)
      ? readFileSync(got, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line): JsonObject => JSON.parse(line))
      : [];
  const reply = (id: string): JsonObject | undefined =>
    lines().find(it => it['id'] === id && it['method'] === undefined);
  const methods = (): readonly string[] => lines().flatMap(({ method }) => asString(method) ?? []);
  // Whatever a test has it do: nobody is told that it is Claude.
  onTestFinished(() => {
    const said = JSON.stringify([stage.views, [...stage.cards.values()], stage.transcript]);
    expect(said).not.toContain('Claude');
  });
  return Object.assign(Object.create(stage), { got: lines, methods, reply });
}
