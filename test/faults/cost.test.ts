// What a command waits for the kernel: the same commands with and without its limits, in turns, on the real Claude Code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RuleJudge } from '../../src/rules/judge';
import { ruleLimits } from '../../src/rules/limits';
import { clis } from '../contract/clis';
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

/** What a person may have: no sandbox, one without a rule of theirs, and one with the rules. */
const rulesOf = { off: [], bare: [], held: typical } as const;
type Way = keyof typeof rulesOf;
const ways: readonly Way[] = ['off', 'bare', 'held'];

test('what the kernel costs a command', async () => {
  const rows: (string | number)[][] = [];
  for (const { path, version } of clis) {
    const stages = { off: await open(path, 'off'), bare: await open(path, 'bare'), held: await open(path, 'held') };
    const times: Record<Way, number[]> = { off: [], bare: [], held: [] };
    // The first command is no measure of the others: much is done once.
    for (const way of ways) await stages[way].send().then(() => timeOf(stages[way], 't0'));
    for (let at = 1; at < commands; at += 1)
      for (const way of ways) times[way].push(await timeOf(stages[way], `t${at}`));
    expect(stages.held.session.view.shield.state).toBe('held');
    const [off, bare, held] = ways.map(way => median(times[way]));
    if (off === undefined || bare === undefined || held === undefined) throw new Error('Nothing was measured.');
    rows.push([version, ...[off, bare, held, held - off].map(Math.round), (held / off).toFixed(1)]);
    for (const way of ways) await stages[way].close();
  }
  const head = [
    'Claude Code',
    'without a sandbox, ms',
    'with one and no rules, ms',
    'with the rules, ms',
    'more, ms',
    'times',
  ];
  writePart('cost', tableOf(head, rows));
}, 600_000);

function open(cli: string, way: Way): Promise<Stage> {
  return openStage({
    cli,
    enforcement: way === 'off' ? 'off' : 'required',
    prepare: makeFiles,
    limits: workspace => {
      const file = join(workspace, '..', 'rules.json');
      writeFileSync(file, JSON.stringify({ rules: rulesOf[way].map(pattern => ({ action: 'deny', pattern })) }));
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
