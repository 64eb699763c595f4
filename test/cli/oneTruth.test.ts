// What the rules panel, `latch check` and the language server say of a file is the same, because one analysis says it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { check } from '../../src/cli/check';
import { documentFindings } from '../../src/core/analysis/document';
import { ruleRows } from '../../src/core/ruleAdmin/table';
import { FileStore } from '../../src/stores/fileStore';
import { PatternDisk } from '../../src/stores/patternDisk';
import { readRuleDocument, ruleFileAt } from '../../src/stores/ruleDocument';

let workspace = '';
const home = '/home/nobody';
beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'latch-truth-')));
  mkdirSync(join(workspace, 'src'));
  writeFileSync(join(workspace, 'src', 'a.ts'), '');
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** The rules of a file, one on each line from the second on, and what is said: line, kind, and the text it is said of. */
const table: readonly (readonly [what: string, rules: readonly string[], found: readonly string[]])[] = [
  ['nothing', ['{"action":"allow","pattern":"Bash(npm run build)"}', '{"action":"deny","pattern":"Read(.env)"}'], []],
  ['a pattern that is not understood', ['{"action":"deny","pattern":"Bash(git push"}'], ['2 invalid: h']],
  [
    'the place in a pattern with escapes',
    [String.raw`{"action":"deny","pattern":"Bash(echo \"\u00e9\" && rm x)"}`],
    ['2 invalid: && rm x)'],
  ],
  ['a tool that nobody knows', ['{"action":"deny","pattern":"Bsh"}'], ['2 unknownTool: Bsh']],
  ['a key that nobody knows', ['{"action":"deny","pattern":"Bash(dd)","patern":"x"}'], ['2 unknownKey: "patern"']],
  [
    'a rule that is covered',
    ['{"action":"allow","pattern":"Bash(npm run:*)"}', '{"action":"allow","pattern":"Bash(npm run test)"}'],
    ['3 shadowed: "Bash(npm run test)"'],
  ],
  [
    'a rule that Latch does not follow',
    ['{"action":"allow","pattern":"Edit(./.latch/rules.json)"}'],
    ['2 dead: "Edit(./.latch/rules.json)"'],
  ],
  ['a question', ['{"action":"allow","pattern":"AskUserQuestion"}'], ['2 dead: "AskUserQuestion"']],
  ['a broad rule', ['{"action":"allow","pattern":"Bash(node:*)"}'], ['2 broad: "Bash(node:*)"']],
  [
    'a dangerous rule',
    ['{"action":"allow","pattern":"Bash(git push --force)"}'],
    ['2 dangerous: "Bash(git push --force)"'],
  ],
  ['a path elsewhere', ['{"action":"allow","pattern":"Read(//etc/hosts)"}'], ['2 outside: "Read(//etc/hosts)"']],
  [
    'paths that are there and that are not',
    ['{"action":"allow","pattern":"Edit(./src/*.ts)"}', '{"action":"allow","pattern":"Edit(./src/*.js)"}'],
    ['3 nothingThere: "Edit(./src/*.js)"'],
  ],
  [
    'a rule that is over',
    ['{"action":"allow","pattern":"Bash(make)","expires":"2020-01-01T00:00:00Z"}'],
    ['2 expired: "2020-01-01T00:00:00Z"'],
  ],
  [
    'an example that fails',
    ['{"action":"allow","pattern":"Bash(make)","examples":{"match":["make","make all"],"noMatch":[]}}'],
    ['2 example: "make all"'],
  ],
  [
    'a host that is none',
    ['{"action":"deny","pattern":"WebFetch(domain:300.1.1.1)"}'],
    ['2 host: "WebFetch(domain:300.1.1.1)"'],
  ],
  ['a date that is none', ['{"action":"deny","pattern":"Bash(dd)","expires":"soon"}'], ['2 expires: "soon"']],
  ['what is no rule', ['7'], ['2 shape: 7']],
  ['a key that stands twice', ['{"action":"deny","action":"deny","pattern":"Bash(dd)"}'], ['2 twice: "action"']],
];

describe('of the same file the same is said', () => {
  test.each(table)('%s', async (_, rules, expected) => {
    const file = join(workspace, '.latch', 'rules.json');
    const text = `{"rules":[\n${rules.join(',\n')}\n]}\n`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);

    const facts = { now: Date.now(), disk: new PatternDisk([workspace], home) };
    const found = documentFindings(readRuleDocument(text, ruleFileAt(file, { workspace, home })), [], facts);
    expect(found.map(it => `${it.line} ${it.kind}: ${text.slice(it.span.at, it.span.at + it.span.length)}`)).toEqual(
      expected,
    );

    const said = found.map(({ line, kind, message }) => `${line} ${kind} ${message.text}`).toSorted();
    expect(await saidByCheck(file)).toEqual(said);
    expect(saidByPanel(file, facts)).toEqual(said);
  });
});

describe('latch check', () => {
  const rule = (pattern: string, action = 'allow'): string => JSON.stringify({ rules: [{ action, pattern }] });

  test.each([
    ['nothing', rule('Bash(make)'), [], 0],
    ['a warning', rule('Bash(node:*)'), [], 0],
    ['a warning', rule('Bash(node:*)'), ['--fail-on', 'warning'], 1],
    ['a note', rule('Read(//etc/hosts)'), ['--fail-on', 'warning'], 0],
    ['a note', rule('Read(//etc/hosts)'), ['--fail-on', 'information'], 1],
    ['an error', rule('Bash('), [], 1],
  ])('of %s in %s with %j ends with %i', async (_, text, args, code) => {
    const file = join(workspace, 'rules.json');
    writeFileSync(file, text);
    expect((await run([...args, file])).code).toBe(code);
  });

  test('prints SARIF, with a path that is relative as it was named', async () => {
    const file = join(workspace, 'settings.json');
    writeFileSync(file, '{"permissions":{\n"deny":["Bsh"]}}');
    const { out } = await run(['--format', 'sarif', file]);
    const [{ results }]: [{ results: unknown }] = JSON.parse(out).runs;
    expect(results).toEqual([
      {
        ruleId: 'unknownTool',
        level: 'warning',
        message: { text: 'No tool that is known here is called Bsh: did you mean Bash?' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: `file://${file}` },
              region: { startLine: 2, charOffset: 26, charLength: 3 },
            },
          },
        ],
      },
    ]);
  });

  test('holds files against one another: what another scope says otherwise is told', async () => {
    const [rules, settings] = [join(workspace, 'rules.json'), join(workspace, 'settings.json')];
    writeFileSync(rules, rule('Bash(make all)'));
    writeFileSync(settings, '{"permissions":{"deny":["Bash(make:*)"]}}');
    expect((await run([rules, settings])).out).toContain(
      'rules.json:1: warning: It never decides: deny Bash(make:*) (claude) comes first.',
    );
  });

  test('says of a file of 10 MB that it is too big, and that alone, in a moment', async () => {
    const file = join(workspace, 'rules.json');
    writeFileSync(file, `{"rules":[${'{"action":"allow","pattern":"Bash(a"},'.repeat(280_000)}]}`);
    const { out } = await run([file]);
    expect(out.split('\n')[0]).toMatch(/rules.json:1: error: This file is too big to be looked at/);
    expect(out.split('\n')).toHaveLength(3);
  });
});

async function run(args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  const code = await check(args).finally(() => write.mockRestore());
  return { code, out };
}

async function saidByCheck(file: string): Promise<readonly string[]> {
  const { out } = await run(['--format', 'json', file]);
  interface Said {
    readonly line: number;
    readonly kind: string;
    readonly message: string;
  }
  const { files }: { files: readonly { readonly findings: readonly Said[] }[] } = JSON.parse(out);
  return files.flatMap(({ findings }) => findings.map(it => `${it.line} ${it.kind} ${it.message}`)).toSorted();
}

function saidByPanel(file: string, facts: { readonly now: number; readonly disk: PatternDisk }): readonly string[] {
  const { rules, problems } = new FileStore({ file }).list();
  const rows = ruleRows([{ scope: 'project', root: workspace, allows: true, rules }], {
    ...facts,
    sessionId: undefined,
    hitsOf: () => undefined,
  });
  const marks = rows.flatMap(({ rule, marks: own }) => own.map(it => `${rule.line} ${it.kind} ${it.reason.text}`));
  const ofRules = new Set(marks.map(it => it.split(' ').slice(2).join(' ')));
  // A problem of the file has no kind in the panel: it is found by what it says.
  const ofFile = problems
    .filter(it => !ofRules.has(it.message.text))
    .map(it => `${it.line} ${kindOf(it.message.text)} ${it.message.text}`);
  return [...marks, ...ofFile].toSorted();
}

function kindOf(message: string): string {
  if (message.startsWith('"expires"')) return 'expires';
  return message.includes('stands here twice') ? 'twice' : 'shape';
}
