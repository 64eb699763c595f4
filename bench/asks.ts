// How many questions the setting latch.askAbout saves, over commands that agents ran in sessions which somebody keeps as
// SpecStory writes them. To run it, on a copy of such a repository and with the folder that its author worked in:
//   npx esbuild bench/asks.ts --bundle --platform=node --main-fields=module,main --outfile=out/bench-asks.cjs && node out/bench-asks.cjs COPY /home/author/repository
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileRules, type Context, evaluate, plainContext, type RuleSet } from '../src/core/rules';
import { parseRule } from '../src/core/rules/language/rule';
import { nodeFacts } from '../src/stores/nodeFacts';

const [copy = '.', original = '/nowhere'] = process.argv.slice(2);

/** A session that was kept twice counts once, by the moment at which it began. */
function sessions(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    if (!/\.specstory\/history\/[^/]+\.md$/.test(name) || name.includes('/fixtures/')) continue;
    const text = readFileSync(join(copy, name), 'utf8');
    if (!text.slice(0, 400).includes('Claude Code')) continue;
    const began = basename(name).slice(0, 20);
    const commands = commandsIn(text);
    if (commands.length > (found.get(began)?.length ?? 0)) found.set(began, commands);
  }
  return found;
}

function commandsIn(text: string): readonly string[] {
  const calls = text.matchAll(
    /<tool-use data-tool-type="shell" data-tool-name="Bash"><details>\n(.*?)<\/details><\/tool-use>/gs,
  );
  return Array.from(calls).flatMap(([, body = '']) => {
    const call = body.replace(/^<summary>.*?<\/summary>\n/s, '');
    const [, line, lines] =
      /^\s*(?:[^\n`][^\n]*\n\s*)?(?:`(?!``)(.*?)`\n|```(?:bash|sh)\n(.*?)\n```)/s.exec(call) ?? [];
    const command = line ?? lines;
    return command === undefined
      ? []
      : [command.replaceAll(original, copy).replaceAll(dirname(original), dirname(copy))];
  });
}

const context: Context = { ...plainContext(copy), home: '/home/me', trusted: true, facts: nodeFacts(process.env) };

/** The tests and builds of a project, as people allow them. */
const usual = ['go build', 'go test', 'go vet', 'gofmt', 'golangci-lint run', 'npm run', 'npm test', 'ls', 'make'];

function rules(patterns: readonly string[]): RuleSet {
  return compileRules(
    patterns.map(pattern => {
      if ('error' in parseRule(pattern, 'allow')) throw new Error(pattern);
      return { action: 'allow', pattern, source: { scope: 'project' }, root: copy } as const;
    }),
  );
}

const all = Array.from(sessions().values());
const commands = all.flat();

function asked(set: RuleSet, confined: boolean): readonly string[] {
  return commands.filter(
    command =>
      evaluate(set, { tool: 'Bash', input: { command }, cwd: copy }, { ...context, confined }).decision !== 'allow',
  );
}

console.log(`${all.length} sessions, ${commands.length} commands`);
for (const [what, patterns] of [
  ['no rules', []],
  [`${usual.length} rules`, usual.map(it => `Bash(${it}:*)`)],
] as const) {
  const set = rules(patterns);
  const [before, after] = [asked(set, false), asked(set, true)];
  const session = (count: number): string => (count / all.length).toFixed(1);
  console.log(
    `${what}: ${before.length} ask, ${after.length} with the kernel; a session ${session(before.length)} and ${session(after.length)}`,
  );
}
