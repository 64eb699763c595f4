import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { readShell } from '../../../src/core/rules/shell/command';
import { bash, rules } from './helpers';
import { noiseText, pick, randomFrom, startingText } from './shellTexts';

/** `LATCH_FUZZ=100 npx vitest run test/core/rules/fuzz.test.ts` tries a hundred times as many texts, from fresh seeds. */
const times = Number(process.env['LATCH_FUZZ'] ?? '1');
const seed = times > 1 ? Date.now() % 1_000_000 : 20_260;
const place = { folders: ['/w'], moved: false, home: '/home/me' };
const resolve = createRequire(import.meta.url).resolve;

/** What bash itself says of each text, without running any. */
function isValid(texts: readonly string[]): readonly boolean[] {
  const loop =
    'while IFS= read -r -d "" text; do if bash -n /dev/fd/9 9<<< "$text" 2>/dev/null; then echo 0; else echo 1; fi; done';
  const result = spawnSync('bash', ['-c', loop], {
    input: texts.map(text => `${text}\0`).join(''),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return result.stdout
    .trim()
    .split('\n')
    .map(line => line === '0');
}

describe(`random shell texts, seed ${seed}`, () => {
  test(
    'what bash would refuse is never read without a doubt',
    () => {
      const random = randomFrom(seed);
      const texts = Array.from({ length: 500 * times }, () => noiseText(random));
      const valid = isValid(texts);
      const passed = texts.filter(
        (text, index) => valid[index] === false && readShell(text, place).doubts.length === 0,
      );
      expect(valid.filter(Boolean).length).toBeGreaterThan(100 * times);
      expect(valid.filter(one => !one).length).toBeGreaterThan(100 * times);
      expect(passed).toEqual([]);
    },
    120_000 * times,
  );

  test(
    'every command that a second parser finds is found',
    async () => {
      await Parser.init({ locateFile: () => resolve('web-tree-sitter/web-tree-sitter.wasm') });
      const parser = new Parser();
      parser.setLanguage(await Language.load(resolve('tree-sitter-bash/tree-sitter-bash.wasm')));
      const random = randomFrom(seed + 1);
      let compared = 0;
      const missed: string[] = [];
      for (let count = 0; count < 1500 * times; count++) {
        const text = noiseText(random);
        const read = readShell(text, place);
        const tree = parser.parse(text);
        if (!tree || tree.rootNode.hasError || read.doubts.length > 0 || splitsOtherwise.test(text)) continue;
        const names = new Set(read.commands.map(command => command.words[0]?.raw));
        for (const name of commandNames(tree.rootNode)) {
          compared++;
          // The second parser takes these words for commands in places where bash does not.
          if (!names.has(name) && !/^(?:time|!|\[\[?|coproc)$/.test(name))
            missed.push(`${JSON.stringify(text)}: ${name}`);
        }
        tree.delete();
      }
      expect(compared).toBeGreaterThan(90 * times);
      expect(missed).toEqual([]);
    },
    120_000 * times,
  );

  test(
    'a denied program is never allowed, however it is started',
    () => {
      const random = randomFrom(seed + 2);
      const set = rules('allow Bash', 'deny Bash(rm:*)');
      const counts = { deny: 0, ask: 0 };
      const allowed: string[] = [];
      for (let count = 0; count < 3000 * times; count++) {
        const text = startingText(random, 'rm', 4);
        const { decision } = bash(set, text);
        if (decision === 'allow') allowed.push(text);
        else counts[decision]++;
      }
      expect(allowed).toEqual([]);
      expect(counts.deny).toBeGreaterThan(2900 * times);
    },
    120_000 * times,
  );

  test(
    'nothing added to a call makes it freer',
    () => {
      const random = randomFrom(seed + 3);
      const set = rules(
        'allow Bash(npm run:*)',
        'allow Bash(git:*)',
        'allow Edit(out/**)',
        'ask Bash(git push:*)',
        'deny Bash(rm:*)',
        'deny Read(secret/**)',
      );
      const strength = { allow: 0, ask: 1, deny: 2 } as const;
      const freer: string[] = [];
      let stopped = 0;
      for (let count = 0; count < 3000 * times; count++) {
        const text = pick(random, starts);
        const added = pick(random, additions)(text);
        const before = bash(set, text).decision;
        const after = bash(set, added).decision;
        if (before !== 'allow') stopped++;
        if (strength[after] < strength[before]) freer.push(`${text} (${before}) -> ${added} (${after})`);
      }
      expect(stopped).toBeGreaterThan(1000 * times);
      expect(freer).toEqual([]);
    },
    120_000 * times,
  );
});

/** The second parser splits words at these where bash does not. */
const splitsOtherwise = /[`[\]\\]|\$(?:\s|$)|&>|[0-9][<>]/;

function commandNames(node: Node): readonly string[] {
  // The second parser takes these keywords for commands.
  const names = node.descendantsOfType('command_name').flatMap(name => (name ? [name.text] : []));
  return names.filter(name => /^[\w.,:@%-]+$/.test(name) && name !== 'time' && name !== 'coproc');
}

const starts = [
  'npm run build',
  'npm install',
  'git status',
  'git push',
  'git commit -m x',
  'rm x',
  'rm -rf build',
  'ls',
  'cat a.txt',
  'cat secret/a',
  'curl x',
  'echo hi > out/a',
  'echo hi > src/a',
  'find . -delete',
  'npm run a && rm b',
  'git push origin | cat',
  'sudo rm x',
  'cat .env',
  'cat /etc/hosts',
  'bash x.sh',
];

const additions: readonly ((text: string) => string)[] = [
  text => `${text} && ls`,
  text => `ls && ${text}`,
  text => `${text}; npm run x`,
  text => `npm run x; ${text}`,
  text => `${text} | cat`,
  text => `ls | ${text}`,
  text => `${text}\ngit status`,
  text => `${text} || true`,
  text => `${text} > out/log`,
  text => `${text} 2>/dev/null`,
  text => `${text} > /etc/x`,
  text => `${text} &`,
  text => `(${text})`,
  text => `{ ${text}; }`,
  text => `if true; then ${text}; fi`,
  text => `for i in a b; do ${text}; done`,
  text => `echo "$(${text})"`,
  text => `npm run x "$(${text})"`,
  text => `timeout 5 ${text}`,
  text => `time ${text}`,
  text => `nice ${text}`,
  text => `env ${text}`,
  text => `sudo ${text}`,
  text => `NODE_ENV=test ${text}`,
  text => `FOO=1 ${text}`,
  text => `${text} # comment`,
  text => `! ${text}`,
  text => `bash -c '${text}'`,
  text => `cd out && ${text}`,
  text => `${text} <<'E'\nx\nE`,
  text => `[ -f a ] && ${text}`,
];
