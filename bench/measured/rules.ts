// What a verdict costs among 10,000 rules, by their forms, and for commands that are hard to read.
import { appendFileSync } from 'node:fs';
import {
  compileRules,
  type Context,
  evaluate,
  plainContext,
  type RuleSet,
  type ScopedRule,
} from '../../src/core/rules';
import type { JsonObject } from '../../src/core/base/json';
import type { Action } from '../../src/core/call/ruleRef';

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
/** The peers get the same patterns and places. */
const paths = Array.from({ length: 2000 }, (_, index) => `/w/pkg${index * 2}/src/deep/file${index}.ts`);

function row(name: string, value: number): void {
  appendFileSync(process.env['BENCH_FILE'] ?? '/dev/null', `${JSON.stringify({ row: name, value })}\n`);
}

/** Times of single verdicts, in microseconds, once everything was done before. */
function measure(name: string, subjects: readonly (() => unknown)[]): void {
  for (let round = 0; round < 3; round += 1) for (const subject of subjects) subject();
  const times = subjects.map(subject => {
    const before = process.hrtime.bigint();
    subject();
    return Number(process.hrtime.bigint() - before) / 1000;
  });
  const sorted = times.toSorted((one, other) => one - other);
  row(`${name}.p50`, sorted[Math.floor(sorted.length / 2)] ?? 0);
  row(`${name}.p99`, sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}

const verdictsOn = (set: RuleSet, calls: readonly (readonly [string, JsonObject])[]): readonly (() => unknown)[] =>
  calls.map(
    ([tool, input]) =>
      () =>
        evaluate(set, { tool, input, cwd: '/w' }, context),
  );

const many = 10_000;
const edits = paths.map(path => ['Edit', { file_path: path }] as const);
const runs = commands.map(command => ['Bash', { command }] as const);
const some = (pattern: (index: number) => string, action: Action = 'allow'): RuleSet =>
  compileRules(Array.from({ length: many }, (_, index) => rule(action, pattern(index))));

const before = performance.now();
const bash = compileRules(commandRules(many));
row('build', performance.now() - before);
measure('commands', verdictsOn(bash, runs));
measure('files', verdictsOn(compileRules(pathRules(many)), edits));
// As many that one in a hundred is not the one that was disturbed.
const few = runs.slice(0, 500);
measure(
  'middle',
  verdictsOn(
    some(index => `Bash(* task${index} *)`),
    few,
  ),
);
measure(
  'deep',
  verdictsOn(
    some(index => `Read(**/x${index}*/**)`),
    paths.slice(0, 500).map(path => ['Read', { file_path: path }] as const),
  ),
);
measure(
  'dynamic',
  verdictsOn(
    some(index => `Bash(${tools[index % tools.length]} task${index}:*)`, 'deny'),
    few.map(([tool, { command }]) => [tool, { command: `$RUNNER ${command}` }] as const),
  ),
);
const hundred = compileRules(commandRules(100));
const shapes: Readonly<Record<string, string>> = {
  plain: 'git status',
  pipeline: 'cat a.txt | grep -v foo | sort | uniq -c | head -5',
  chain: 'npm run build && '.repeat(60) + 'ls',
  longChain: 'npm run build && '.repeat(5800) + 'ls',
  parentheses: '('.repeat(200_000),
};
for (const [name, command] of Object.entries(shapes))
  measure(
    name,
    verdictsOn(
      hundred,
      Array.from({ length: command.length > 5000 ? 5 : 500 }, () => ['Bash', { command }] as const),
    ),
  );
