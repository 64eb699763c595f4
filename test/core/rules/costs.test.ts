// What a verdict costs among many rules, in the steps that the engine itself counts.
import { expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../src/core/base/json';
import type { Action } from '../../../src/core/call/ruleRef';
import { compileRules, evaluate, plainContext } from '../../../src/core/rules';
import { Budget } from '../../../src/core/rules/language/budget';

const context = { ...plainContext('/w'), home: '/home/me', trusted: true };

/** The steps for one call among so many rules. */
function steps(
  many: number,
  action: Action,
  pattern: (index: number) => string,
  tool: string,
  input: JsonObject,
): number {
  const rules = Array.from({ length: many }, (_, index) => ({
    action,
    pattern: pattern(index),
    source: { scope: 'project' as const },
    root: '/w',
  }));
  const set = compileRules(rules);
  const take = vi.spyOn(Budget.prototype, 'take');
  evaluate(set, { tool, input, cwd: '/w' }, context);
  const sum = take.mock.calls.reduce((all, [count]) => all + count, 0);
  take.mockRestore();
  return sum;
}

const many = 10_000;

test.each<readonly [string, Action, (index: number) => string, string, JsonObject]>([
  ['prefixes', 'allow', index => `Bash(npm run task${index}:*)`, 'Bash', { command: 'npm run other --watch' }],
  ['whole commands', 'allow', index => `Bash(make step${index})`, 'Bash', { command: 'make other' }],
  ['programs', 'deny', index => `Bash(tool${index} push:*)`, 'Bash', { command: 'npm run build' }],
  ['any program', 'deny', index => `Bash(tool${index} task${index}:*)`, 'Bash', { command: '$RUN task1 --watch' }],
  ['folders', 'allow', index => `Edit(./pkg${index}/src/**)`, 'Edit', { file_path: '/w/other/src/a.ts' }],
  ['words in the middle', 'allow', index => `Bash(* task${index} *)`, 'Bash', { command: 'npm other --watch' }],
  ['folders at any depth', 'allow', index => `Read(**/x${index}*/**)`, 'Read', { file_path: '/w/other/src/a.ts' }],
  ['denied folders at any depth', 'deny', index => `Read(**/x${index}*/**)`, 'Read', { file_path: '/w/other/a.ts' }],
  ['names of files', 'deny', index => `Read(x${index}*.pem)`, 'Read', { file_path: '/w/other/src/a.ts' }],
])('%s: ten thousand rules cost as many steps as ten', (_, action, pattern, tool, input) => {
  const few = steps(10, action, pattern, tool, input);
  expect(few).toBeGreaterThan(0);
  expect(steps(many, action, pattern, tool, input)).toBe(few);
});

test('a rule is found by an index where and only where it would be found alone', () => {
  const patterns = ['**/x*/**', '**/src/*.ts', '**', 'a/**/b*', 'a/**', 'x*', '*.ts', '**/.e*', 'a*/b', '?b/**', 'src'];
  const paths = [
    'x',
    'xy/a.ts',
    'a/b',
    'a/q/bc',
    'src/i.ts',
    'a/src/i.ts',
    'p/.env',
    'ab/b',
    'cb/d',
    'p/x1/y/z',
    'src/d/e',
  ];
  for (const action of ['allow', 'deny'] as const)
    for (const path of paths) {
      const decision = (only: readonly string[]): string =>
        evaluate(
          compileRules(
            only.map(one => ({ action, pattern: `Edit(./${one})`, source: { scope: 'project' as const }, root: '/w' })),
          ),
          { tool: 'Edit', input: { file_path: `/w/${path}` }, cwd: '/w' },
          context,
        ).decision;
      const others = patterns.filter(pattern => decision([pattern]) !== action);
      expect([path, decision(others)]).toEqual([path, decision([])]);
      if (others.length < patterns.length) expect([path, decision(patterns)]).toEqual([path, action]);
    }
});

test('of what a rule allows the disk is not asked where its words lead', () => {
  const allow = { action: 'allow', pattern: 'Bash(make:*)', source: { scope: 'project' }, root: '/w' } as const;
  const asked = new Set<string>();
  const realPath = (path: string): string => {
    asked.add(path);
    return path;
  };
  const watched = { ...context, facts: { ...context.facts, realPath } };
  const call = { tool: 'Bash', input: { command: 'make one two/three' }, cwd: '/w' };
  expect(evaluate(compileRules([allow]), call, watched).decision).toBe('allow');
  // Where the agent keeps what is its own, and no word of the command.
  expect([...asked]).toEqual(['/home/me/.claude']);
});
