// What Latch calls read-only is never more than what the real CLI runs without a question.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expect } from '../support/inWords';
import { judgeLine } from '../../src/cli/vectors';
import vectors from '../corpus/vectors.json';
import whitelist from '../corpus/whitelist-56.json';
import { type AutoRun, autoRun } from './autoRun';
import { clis } from './clis';

/** Read-only all the same, though the CLI asks: each with the reason. */
const wider: ReadonlyMap<string, string> = new Map([
  ['printenv HOME', 'one named variable that holds no secret'],
  ['echo "$(date)"', 'both commands only print'],
  ['sort -t, -k2 a.csv', 'every option is known, and none names an output file'],
  ['uniq -c a.txt', 'one operand: there is no output file'],
  ["sed -n '/start/,/end/p' a.txt", 'the script is parsed: it only prints'],
  ["sed 's/a/b/g' a.txt", 'the script is parsed: it only substitutes, and not in place'],
  ["awk '{print $1}' a.txt", 'the program is searched: no pipe, no redirection, no system()'],
  ["awk -F, '$2 > 3 {print $1}' a.csv", 'the > stands outside braces, where it compares'],
  ['npm --version', 'only the version'],
  ['npm ls --depth=0', 'only the installed packages'],
  ['git --no-pager log -1', 'the option only takes the pager away'],
  ['diff <(sort a.txt) <(sort b.txt)', 'both inner commands only read'],
  ['time ls', 'the wrapper only measures'],
  ['timeout 5 ls', 'the wrapper only limits'],
  ['command -v node', 'asks where a program is'],
]);

const commands = [
  ...new Set([
    ...whitelist,
    ...vectors.vectors.flatMap(vector =>
      vector.kind === 'safe' && typeof vector.input.command === 'string' ? [vector.input.command] : [],
    ),
  ]),
].filter(command => command.trim() !== '');

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  let real: AutoRun;
  let folder: string;
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-readonly-')));
    mkdirSync(join(folder, 'src'));
    real = await autoRun(cli, commands);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const isReadOnly = (command: string): boolean => {
    const call = {
      id: '',
      tool: 'Bash',
      input: { command },
      cwd: folder,
      workspace: folder,
      home: join(folder, '..', 'home'),
    };
    const answer = judgeLine(JSON.stringify(call), { cwd: folder, home: folder, now: 0 });
    return 'safe' in answer && answer.safe;
  };

  test('asks about some of the commands and runs others', () => {
    expect(real.ran.size + real.asked.size).toBe(commands.length);
    expect(real.ran.size).toBeGreaterThan(40);
    expect(real.asked.size).toBeGreaterThan(60);
  });

  test('runs by itself whatever Latch calls read-only', () => {
    const own = commands.filter(isReadOnly);
    expect(own.length).toBeGreaterThan(60);
    expect(own.filter(command => !real.ran.has(command) && !wider.has(command))).toEqual([]);
  });
});
