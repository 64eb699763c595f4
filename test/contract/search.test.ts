// What the search of Claude Code opens is never more than what Latch holds against the rules.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'vitest';
import { judgeLine } from '../../src/cli/vectors';
import type { Judge } from '../../src/core/call/judgement';
import { quoted } from '../../src/core/texts/sentence';
import { expect } from '../support/inWords';
import { clis } from './clis';
import { openStage } from './stage';

const files: Readonly<Record<string, string>> = {
  '.git/HEAD': 'ref: refs/heads/main needle\n',
  '.git/objects/x': 'needle',
  '.git/refs/x': 'needle',
  '.gitignore': '.env\nnode_modules/\n/dist\n!kept.log\n*.log\n# needle\n',
  '.env': 'needle',
  '.hidden': 'needle',
  'a.ts': 'needle',
  'kept.log': 'needle',
  'dist/o.js': 'needle',
  'docs/.gitignore': '!*.log\n',
  'docs/b.log': 'needle',
  'docs/c.md': 'needle',
  'node_modules/p/i.js': 'needle',
  'src/d.js': 'needle',
  'src/deep/e.ts': 'needle',
};

const searches: Readonly<Record<string, object>> = {
  all: {},
  folder: { path: '$WORKSPACE/src' },
  ignoredFolder: { path: '$WORKSPACE/node_modules' },
  ignoredFile: { path: '$WORKSPACE/.env' },
  ending: { glob: '*.ts' },
  any: { glob: '*' },
  hidden: { glob: '.*' },
  named: { glob: '*env' },
  without: { glob: '!*.ts' },
  several: { glob: '*.{ts,md},*.log !src' },
  below: { glob: 'src/**' },
  dotted: { glob: './**' },
  typed: { type: 'js' },
};

const allowed: Judge = () => ({
  verdict: { decision: 'allow', by: { kind: 'rule', rule: 'Grep', reason: quoted('') }, readOnly: true },
  risk: 'low',
  riskSentence: quoted(''),
  because: [],
});

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('each file that a search finds would have been asked about under a rule that denies it', async () => {
    const stage = await openStage({
      cli,
      judge: allowed,
      // Otherwise this build of Claude Code has no tool to search with, only programs of its own for Bash.
      environment: { CLAUDE_CODE_ENTRYPOINT: 'local-agent' },
      turns: [
        ...Object.entries(searches).map(([id, input]) => [
          { tool: 'Grep', id, input: { pattern: 'needle', ...input } },
        ]),
        [{ text: 'Done.' }],
      ],
      prepare: workspace => {
        for (const [name, text] of Object.entries(files)) {
          mkdirSync(dirname(join(workspace, name)), { recursive: true });
          writeFileSync(join(workspace, name), text);
        }
      },
    });
    await stage.send();
    await stage.idle();
    const workspace = realpathSync(stage.workspace);
    const results = stage.toolResults();
    const unasked: string[] = [];
    let found = 0;
    for (const [id, input] of Object.entries(searches)) {
      const call = JSON.parse(JSON.stringify({ pattern: 'needle', ...input }).replaceAll('$WORKSPACE', workspace));
      const lines = (results[id] ?? '').split('\n').map(line => line.replace(`${stage.workspace}/`, ''));
      for (const name of Object.keys(files).filter(file => lines.includes(file))) {
        found++;
        const rules = { allow: ['Grep'], deny: [`Read(/${name})`] };
        const line = { id, tool: 'Grep', input: call, rules, cwd: workspace, workspace, home: stage.home };
        const answer = judgeLine(JSON.stringify(line), { cwd: workspace, home: stage.home, now: 0 });
        if ('error' in answer || answer.decision === 'allow') unasked.push(`${id}: ${name}`);
      }
    }
    expect(found).toBeGreaterThan(20);
    expect(unasked).toEqual([]);
  });
});
