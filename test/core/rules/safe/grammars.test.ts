// Random programs of the little languages, and random lines that set variables: what is called read-only is run for real.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isReadOnlyAwk } from '../../../../src/core/rules/safe/awk';
import { isReadOnlySed } from '../../../../src/core/rules/safe/sed';
import { nodeFacts } from '../../../../src/stores/nodeFacts';
import { judge } from '../helpers';
import { pick, randomFrom } from '../shellTexts';

/** `LATCH_FUZZ=20` tries twenty times as many, from a fresh seed. */
const times = Number(process.env['LATCH_FUZZ'] ?? '1');
const seed = times > 1 ? Date.now() % 1_000_000 : 16;
const secret = 'S3CRET';
let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-grammars-')));
  mkdirSync(join(folder, 'src'));
  for (const name of ['a.txt', 'b.txt', 'src/a.txt']) writeFileSync(join(folder, name), 'f 1\na 2\n');
  for (const name of ['.env', 'src/.env']) writeFileSync(join(folder, name), `${secret}\n`);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What the command did beside printing, or that it showed the secret. */
function effect(program: string, args: readonly string[]): string | undefined {
  const before = readdirSync(folder, { recursive: true }).length;
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 2000,
    input: '.env\n',
  });
  if (`${stdout}${stderr}`.includes(secret)) return 'shows the secret';
  return readdirSync(folder, { recursive: true }).length === before ? undefined : 'makes a file';
}

function heap(random: () => number, pieces: readonly string[], most: number): string {
  const length = 1 + Math.floor(random() * most);
  return Array.from({ length }, () => pick(random, pieces)).join(random() < 0.6 ? ' ' : '');
}

/** Values that are given to three variables, and what shows or computes with them. */
const gives = [
  'f=a.txt',
  'f=.env',
  'f=b.txt',
  'x=$f',
  'x=*.txt',
  'x=$(ls)',
  'n=3',
  "n='a[$(touch z)]'",
  'f="a.txt .env"',
].concat(['read f <<< .env', 'read -r x <<< a', 'x=.e*', 'n=$(ls | wc -l)', 'n=$(echo z)']);
const takes = ['cat $f', 'cat "$f"', 'cat $x', 'cat src/$f', 'head -1 "$x"', 'echo $f', 'echo $((n + 1))', 'cat ${f}'];

function lines(random: () => number, depth: number): string {
  const one = (): string => {
    if (random() < 0.35) return pick(random, gives);
    if (depth === 0 || random() < 0.5) return pick(random, takes);
    const inner = lines(random, depth - 1);
    const ways = [
      `for f in a.txt b.txt; do ${inner}; done`,
      `for f in .env; do ${inner}; done`,
      `for x in *.txt; do ${inner}; done`,
      `for f in $(ls -a | grep e); do ${inner}; done`,
      `for n in 1 2; do ${inner}; done`,
      `(${inner})`,
      `{ ${inner}; }`,
      `if true; then ${inner}; fi`,
      `if false; then ${inner}; else :; fi`,
      `ls -a | while read f; do ${inner}; done`,
    ];
    return pick(random, ways);
  };
  let text = one();
  for (let more = Math.floor(random() * 4); more > 0; more--)
    text += pick(random, ['; ', '; ', ' && ', ' || ', ' | ', '\n']) + one();
  return text;
}

describe(`of random texts, seed ${seed}, those that are called read-only`, () => {
  test(
    'change nothing as programs of awk',
    () => {
      const random = randomFrom(seed);
      const pieces =
        'print|print $1|$1|>|> "z"|"z"|"touch z"|(|)|(a > b)|{|}|/a/|/|/[/]/|/"/|;|\n|,|x|x = 1|if (x)|NR|~|#|"|1|++|printf "z"|getline|system("touch z")|>>|\\||[|]'
          .split(/(?<!\\)\|/)
          .map(piece => piece.replace('\\|', '|'));
      let ran = 0;
      const wrong: string[] = [];
      for (let count = 0; count < 2000 * times; count++) {
        const inner = heap(random, pieces, 7);
        const program = random() < 0.7 ? `{ ${inner} }` : inner;
        if (!isReadOnlyAwk(program)) continue;
        ran++;
        const found = effect('awk', [program, 'a.txt']);
        if (found !== undefined) wrong.push(`${found}: ${program}`);
      }
      expect(wrong).toEqual([]);
      expect(ran).toBeGreaterThan(40 * times);
    },
    120_000 * times,
  );

  test(
    'change nothing as scripts of sed',
    () => {
      const random = randomFrom(seed + 1);
      const pieces =
        's/a/b/|s/a/b/w z|s/a/touch z/e|w z|r .env|e touch z|p|;|{|}|/a/|/[/]/|1|$|!|,|\n|a b|i\\\n|#|y/a/b/|:x|s,a,b,|s|/|n|N|G|d|\\|=|z|w'.split(
          '|',
        );
      let ran = 0;
      const wrong: string[] = [];
      for (let count = 0; count < 2000 * times; count++) {
        const script = heap(random, pieces, 6);
        if (!isReadOnlySed(script)) continue;
        ran++;
        const found = effect('sed', ['--', script, 'a.txt']);
        if (found !== undefined) wrong.push(`${found}: ${script}`);
      }
      expect(wrong).toEqual([]);
      expect(ran).toBeGreaterThan(40 * times);
    },
    120_000 * times,
  );

  test(
    'change nothing and show no secret as command lines with variables, loops and groups',
    () => {
      const random = randomFrom(seed + 2);
      let ran = 0;
      const wrong: string[] = [];
      const overrides = { workspace: [folder], facts: nodeFacts(process.env, 30_000) };
      for (let count = 0; count < 700 * times; count++) {
        const command = lines(random, 3);
        const verdict = judge([], { tool: 'Bash', input: { command }, cwd: folder }, overrides);
        if (!verdict.readOnly) continue;
        ran++;
        const found = effect('bash', ['-c', command]);
        if (found !== undefined) wrong.push(`${found}: ${command}`);
      }
      expect(wrong).toEqual([]);
      expect(ran).toBeGreaterThan(40 * times);
    },
    120_000 * times,
  );
});
