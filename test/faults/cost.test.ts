// What a command waits for the kernel: the same commands with and without its limits, in turns, on the real Claude Code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RuleJudge } from '../../src/rules/judge';
import { ruleLimits } from '../../src/rules/limits';
import { pinnedCli } from '../../scripts/lib/paths.mjs';
import { openStage, type Stage } from '../contract/stage';
import { tableOf, writePart } from './reliability';

const commands = 25;
const files = 5000;
/** As a careful person has them. */
const typical = [
  'Read(**/.env)',
  'Read(**/*.pem)',
  'Read(~/.ssh/**)',
  'Read(./secrets/**)',
  'Edit(./.github/**)',
  'Edit(*.lock)',
  'Bash(curl:*)',
  'Bash(sudo:*)',
  'Bash(git push:*)',
  'WebFetch(domain:example.com)',
];

test('what the kernel costs a command', async () => {
  const stages = { off: await open('off'), held: await open('required') };
  const times = { off: await firstOf(stages.off), held: await firstOf(stages.held) };
  for (let at = 1; at < commands; at += 1)
    for (const name of ['off', 'held'] as const) times[name].push(await timeOf(stages[name], `t${at}`));
  expect(stages.held.session.view.shield.state).toBe('held');
  const [off, held] = [median(times.off), median(times.held)];
  const row = [files, typical.length, Math.round(off), Math.round(held), Math.round(held - off)];
  writePart('cost', tableOf(['files', 'deny rules', 'without, ms', 'held, ms', 'more, ms'], [row]));
}, 600_000);

function open(enforcement: 'off' | 'required'): Promise<Stage> {
  return openStage({
    cli: pinnedCli(),
    enforcement,
    prepare: makeFiles,
    limits: workspace => {
      const file = join(workspace, '..', 'rules.json');
      writeFileSync(file, JSON.stringify({ rules: typical.map(pattern => ({ action: 'deny', pattern })) }));
      const none = { fileEdits: false, bash: false, skills: false, mcp: false };
      const { scopes } = new RuleJudge({
        workspace,
        files: [file],
        skip: () => none,
        projectAllows: () => false,
        onProblem() {},
      });
      return ruleLimits({ scopes, workspace, ownFolders: [] }, undefined, process.env['PATH'] ?? '');
    },
    turns: [
      ...Array.from({ length: commands }, (_, at) => [
        { tool: 'Bash', id: `t${at}`, input: { command: 'true', description: 'Nothing' } },
      ]),
      [{ text: 'End' }],
    ],
  });
}

function makeFiles(workspace: string): void {
  for (let folder = 0; folder < 50; folder += 1) {
    mkdirSync(join(workspace, `part-${folder}`));
    for (let at = 0; at < files / 50; at += 1) writeFileSync(join(workspace, `part-${folder}`, `file-${at}.ts`), '');
  }
}

/** The first command is no measure of the others: much is done once. */
async function firstOf(stage: Stage): Promise<number[]> {
  await stage.send();
  await timeOf(stage, 't0');
  return [];
}

/** From the answer of the person to the end of the command. */
async function timeOf(stage: Stage, id: string): Promise<number> {
  await stage.asked(id);
  const begun = performance.now();
  stage.allow(id);
  await stage.until(`${id} to end`, () => stage.cards.get(id)?.state === 'done');
  return performance.now() - begun;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}
