// Measures the rule engine. To run it:
//   npx esbuild bench/rules.ts --bundle --platform=node --main-fields=module,main --outfile=out/bench-rules.cjs && node out/bench-rules.cjs
import { compileRules, type Context, evaluate, plainContext, type ScopedRule } from '../src/core/rules';
import type { Action } from '../src/core/call/ruleRef';
import { Budget } from '../src/core/rules/language/budget';
import { staticWord } from '../src/core/rules/shell/word';

const context: Context = { ...plainContext('/w'), home: '/home/me', trusted: true };

function rule(action: Action, pattern: string): ScopedRule {
  return { action, pattern, source: { scope: 'project' }, root: '/w' };
}

/** Half of the subjects are met by a rule. */
const tools = ['npm', 'git', 'make', 'docker', 'cargo', 'go', 'kubectl', 'pnpm'];
function commandRules(count: number): readonly ScopedRule[] {
  return Array.from({ length: count }, (_, index) => {
    const action: Action = index % 10 === 0 ? 'deny' : index % 10 === 1 ? 'ask' : 'allow';
    const pattern =
      index % 7 === 0 ? `Bash(tool${index} * end)` : `Bash(${tools[index % tools.length]} task${index}:*)`;
    return rule(action, pattern);
  });
}

function pathRules(count: number): readonly ScopedRule[] {
  return Array.from({ length: count }, (_, index) => {
    const action: Action = index % 10 === 0 ? 'deny' : index % 10 === 1 ? 'ask' : 'allow';
    return rule(action, index % 3 === 0 ? `Edit(pkg${index}/**/*.ts)` : `Edit(./pkg${index}/src/**)`);
  });
}

const commands = Array.from(
  { length: 2000 },
  (_, index) => `${tools[index % tools.length]} task${index * 2} --flag value${index}`,
);
const paths = Array.from({ length: 2000 }, (_, index) => `/w/pkg${index * 2}/src/deep/file${index}.ts`);

interface Row {
  readonly what: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

function measure(what: string, subjects: readonly (() => unknown)[]): Row {
  for (const subject of subjects) subject();
  const end = performance.now() + 700;
  const times: number[] = [];
  let count = 0;
  // Processor time, so that what else runs on the machine does not count.
  const start = process.cpuUsage();
  while (performance.now() < end) {
    for (const subject of subjects) {
      subject();
      count++;
    }
  }
  const used = process.cpuUsage(start);
  const perSecond = count / ((used.user + used.system) / 1_000_000);
  for (const subject of subjects) {
    const before = process.hrtime.bigint();
    subject();
    times.push(Number(process.hrtime.bigint() - before) / 1000);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return {
    what,
    perSecond,
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

function print(row: Row): void {
  const cells = [
    row.what.padEnd(52),
    Math.round(row.perSecond).toLocaleString('en').padStart(12),
    row.p50.toFixed(1).padStart(10),
    row.p99.toFixed(1).padStart(10),
  ];
  console.log(cells.join(' '));
}

console.log(`${'what'.padEnd(52)} ${'per second'.padStart(12)} ${'p50 us'.padStart(10)} ${'p99 us'.padStart(10)}`);
for (const count of [10, 1000, 10_000]) {
  const bash = compileRules(commandRules(count));
  const files = compileRules(pathRules(count));
  print(
    measure(
      `command verdicts, ${count} rules`,
      commands.map(command => () => evaluate(bash, { tool: 'Bash', input: { command }, cwd: '/w' }, context)),
    ),
  );
  print(
    measure(
      `file verdicts, ${count} rules`,
      paths.map(path => () => evaluate(files, { tool: 'Edit', input: { file_path: path }, cwd: '/w' }, context)),
    ),
  );
  const free = new Budget(Number.POSITIVE_INFINITY);
  // The rules alone: all that depends on how many there are.
  const argv = commands.map(command => command.split(' ').map(staticWord));
  const lookUp = (words: (typeof argv)[number]): boolean =>
    (bash.deny.deniedCommands?.find(words, false, 0, free) ??
      bash.ask.deniedCommands?.find(words, false, 0, free) ??
      bash.allow.commands?.wideRule(words, 0)) !== undefined;
  print(
    measure(
      `command rules looked up, ${count} rules`,
      argv.map(words => () => lookUp(words)),
    ),
  );
  const bases = { cwd: '/w', home: '/home/me', root: (folder: string) => folder };
  const lookUpPath = (path: string): boolean =>
    (files.deny.edit.find(path, bases, 0, free) ??
      files.ask.edit.find(path, bases, 0, free) ??
      files.allow.edit.find(path, bases, 0, free)) !== undefined;
  print(
    measure(
      `path rules looked up, ${count} rules`,
      paths.map(path => () => lookUpPath(path)),
    ),
  );
  for (let round = 0; round < 5; round++) compileRules(commandRules(count));
  const start = performance.now();
  compileRules(commandRules(count));
  console.log(`building ${count} command rules: ${(performance.now() - start).toFixed(1)} ms`);
}

const some = compileRules(commandRules(100));
const shapes: readonly (readonly [string, string])[] = [
  ['git status', 'git status'],
  ['50 characters of pipeline', 'cat a.txt | grep -v foo | sort | uniq -c | head -5'],
  ['1 KB chain', 'npm run build && '.repeat(60) + 'ls'],
  ['10 KB chain', 'npm run build && '.repeat(580) + 'ls'],
  ['100 KB chain (scanned)', 'npm run build && '.repeat(5800) + 'ls'],
  ['1 MB word', `echo ${'a'.repeat(1024 * 1024)}`],
  ['1 MB of commands', 'ls;'.repeat(350_000)],
  ['1 MB here-document', `cat <<E\n${'line of text\n'.repeat(80_000)}E`],
  ['200,000 parentheses', '('.repeat(200_000)],
  ['10,000 nested substitutions', '$('.repeat(10_000)],
  ['10,000 nested quotes', '"$('.repeat(10_000)],
];
for (const [what, command] of shapes) {
  const subjects = Array.from(
    { length: command.length > 5000 ? 5 : 500 },
    () => () => evaluate(some, { tool: 'Bash', input: { command }, cwd: '/w' }, context),
  );
  print(measure(what, subjects));
}
