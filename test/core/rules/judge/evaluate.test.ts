import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFacts } from '../../../../src/stores/nodeFacts';
import { compileRules, evaluate } from '../../../../src/core/rules';
import { bash, context, judge, rule, rules, workspace } from '../helpers';
import { cpuTime } from '../../../support/cpuTime';

const skip = { fileEdits: false, bash: false, skills: false, mcp: false };

describe('scopes', () => {
  const set = [
    rule('allow', 'Bash(git:*)', 'workspace'),
    rule('deny', 'Bash(git push:*)', 'user', { source: { scope: 'user', file: '/home/me/rules.json', line: 7 } }),
  ];

  test('a user deny beats a workspace allow, and the verdict names the rule, its file and its line', () => {
    const verdict = bash(set, 'git push');
    expect(verdict.decision).toBe('deny');
    const [first] = verdict.because;
    expect({ ...first, reason: first?.reason.text }).toEqual({
      command: 'git push',
      verdict: 'deny',
      rule: 'Bash(git push:*)',
      source: { scope: 'user', file: '/home/me/rules.json', line: 7 },
      reason: 'The user rule Bash(git push:*) (/home/me/rules.json:7) denies this.',
    });
  });

  test('ask beats allow', () => {
    expect(bash(rules('allow Bash(git:*)', 'ask Bash(git push:*)'), 'git push').decision).toBe('ask');
  });

  test.each([
    ['allow', 'ask'],
    ['deny', 'allow'],
  ] as const)('an expired %s rule does nothing', (action, decision) => {
    const expired = rule(action, 'Bash(npm run:*)', 'project', { expires: Date.parse('2026-05-31T00:00:00Z') });
    expect(bash([expired, ...(action === 'deny' ? rules('allow Bash(npm run:*)') : [])], 'npm run x').decision).toBe(
      decision,
    );
  });
});

describe('something that goes wrong while a call is judged', () => {
  const fails = (): never => {
    throw new Error('the disk is gone');
  };
  const facts = { ...context().facts, git: fails };
  test.each([
    ['deny Bash(rm:*)', 'Bash', { command: 'git log; rm x' }, 'deny'],
    ['deny Bash', 'Bash', { command: 'git log' }, 'deny'],
    ['deny Read(./.env)', 'Bash', { command: 'git log; cat .env' }, 'deny'],
    ['allow Bash', 'Bash', { command: 'git log' }, 'ask'],
  ])('leaves what %s says of %s: %j', (text, tool, input, decision) => {
    expect(judge(rules(text), { tool, input }, { facts }).decision).toBe(decision);
  });
});

describe('one rule for scripts, as a person would make it', () => {
  const set = rules('allow Bash(npm run:*)');
  test.each([
    ['npm run test', 'allow'],
    ['npm install', 'ask'],
    ['npm run x && rm -rf y', 'ask'],
  ])('%s -> %s', (command, decision) => {
    expect(bash(set, command).decision).toBe(decision);
  });
});

describe('rules that cannot be read', () => {
  test.each([
    ['deny Bash(', 'Bash', 'ask'],
    ['ask Bash(ls', 'Bash', 'ask'],
    ['allow Bash(', 'Bash', 'allow'],
    ['deny Edit(../x)', 'Bash', 'ask'],
    ['deny WebFetch(', 'Bash', 'allow'],
    ['deny ((', 'Bash', 'ask'],
  ])('%s makes %s %s', (broken, tool, decision) => {
    expect(judge(rules('allow Bash', broken), { tool, input: { command: 'make' } }).decision).toBe(decision);
  });

  test('the reason says which rule and why', () => {
    const [first] = bash(rules('allow Bash', 'deny Bash(rm'), 'make').because;
    expect(first?.reason.text).toBe('The deny rule Bash(rm is not understood: "Bash(" is not closed.');
  });
});

describe('settings that skip questions', () => {
  test.each([
    ['bash', 'Bash', { command: 'make' }],
    ['fileEdits', 'Edit', { file_path: '/w/a.ts' }],
    ['skills', 'Skill', { skill: 'commit' }],
    ['mcp', 'mcp__a__b', {}],
  ] as const)('latch.skip.%s allows %s and nothing else', (name, tool, input) => {
    const calls = [
      { tool: 'Bash', input: { command: 'make' } },
      { tool: 'Edit', input: { file_path: '/w/a.ts' } },
      { tool: 'Skill', input: { skill: 'commit' } },
      { tool: 'mcp__a__b', input: {} },
      { tool: 'WebFetch', input: { url: 'https://a.test/' } },
    ];
    for (const call of calls) {
      const { decision } = judge([], call, { skip: { ...skip, [name]: true } });
      expect(decision).toBe(call.tool === tool ? 'allow' : 'ask');
    }
    expect(judge(rules(`deny ${tool}`), { tool, input }, { skip: { ...skip, [name]: true } }).decision).toBe('deny');
  });
});

describe('trusting everything', () => {
  test.each([
    ['make', [], 'allow'],
    ['rm -rf build', [], 'allow'],
    ['rm -rf build', ['deny Bash(rm:*)'], 'deny'],
    ['make', ['ask Bash(make:*)'], 'ask'],
    ['rm -rf /', [], 'ask'],
    ['curl x | sh', [], 'ask'],
    ['ls \u202e', [], 'ask'],
    ['cp x .git/hooks/pre-commit', [], 'ask'],
    ['$X', ['deny Bash(rm:*)'], 'ask'],
    ['ls "', ['deny Bash(rm:*)'], 'ask'],
  ] as const)('%s with %j -> %s', (command, lines, decision) => {
    expect(bash(rules(...lines), command, { trustAll: true }).decision).toBe(decision);
    expect(bash(rules(...lines), command, { mode: 'bypassPermissions' }).decision).toBe(decision);
  });

  test.each(['AskUserQuestion', 'ExitPlanMode'])('%s is still for a person', tool => {
    expect(judge(rules('allow AskUserQuestion', 'allow ExitPlanMode'), { tool }, { trustAll: true }).decision).toBe(
      'ask',
    );
  });
});

describe('permission modes', () => {
  test('acceptEdits allows edits inside the workspace only', () => {
    const decisions = ['/w/a.ts', '/etc/x', '/w/.git/config'].map(
      path => judge([], { tool: 'Write', input: { file_path: path } }, { mode: 'acceptEdits' }).decision,
    );
    expect(decisions).toEqual(['allow', 'ask', 'ask']);
  });

  test('plan leaves only reading', () => {
    const set = rules('allow Bash(make:*)', 'allow Edit(**)', 'allow mcp__a');
    const plan = { mode: 'plan', trustAll: true, skip: { ...skip, bash: true } } as const;
    expect(bash(set, 'ls', plan).decision).toBe('allow');
    expect(bash(set, 'make', plan).decision).toBe('ask');
    expect(judge(set, { tool: 'mcp__a__b' }, plan).decision).toBe('ask');
    expect(judge(set, { tool: 'Edit', input: { file_path: '/w/a' } }, plan).decision).toBe('ask');
  });

  test('dontAsk denies what would be asked, and says so', () => {
    const verdict = bash([], 'make', { mode: 'dontAsk' });
    expect(verdict.decision).toBe('deny');
    expect(verdict.because[0]?.reason.text).toContain('dontAsk');
    expect(judge([], { tool: 'AskUserQuestion' }, { mode: 'dontAsk' }).decision).toBe('ask');
  });
});

test('a rule that allows all edits in the folder covers it, and nothing that only looks like it', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'latch-grant-')));
  try {
    const project = join(root, 'project');
    for (const folder of ['project/src', 'project/.git/hooks', 'project/.vscode', 'project-other', 'outside'])
      mkdirSync(join(root, folder), { recursive: true });
    symlinkSync(join(root, 'outside'), join(project, 'link'));
    const decide = (input: object): string =>
      judge(
        rules('allow Edit(./**)'),
        { tool: 'Edit', input, cwd: project },
        { workspace: [project], facts: nodeFacts(process.env, 30_000) },
      ).decision;
    expect(decide({ file_path: join(project, 'src/a.ts') })).toBe('allow');
    expect(decide({ file_path: 'src/new/b.ts' })).toBe('allow');
    for (const path of [
      'link/a',
      '.git/hooks/pre-commit',
      '.vscode/tasks.json',
      '../project-other/a',
      '../outside/a',
      '/etc/hosts',
      '.env',
      '',
      'src/../../outside/x',
    ]) {
      expect([path, decide({ file_path: path })]).toEqual([path, 'ask']);
    }
    expect(decide({})).toBe('ask');
    expect(decide({ file_path: 7 })).toBe('ask');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

describe('tools', () => {
  test.each([
    ['Read', { file_path: '/w/a' }, 'allow'],
    ['Grep', { pattern: 'x' }, 'allow'],
    ['Grep', { pattern: 'x', path: '/etc' }, 'ask'],
    ['Grep', { pattern: 'x', glob: '.env*' }, 'ask'],
    ['Glob', { pattern: '**/*.ts' }, 'allow'],
    ['Glob', { pattern: '/etc/*' }, 'ask'],
    ['Glob', { pattern: '../*' }, 'ask'],
    ['LS', { path: '/w/src' }, 'allow'],
    ['TodoWrite', {}, 'allow'],
    ['WebSearch', { query: 'x' }, 'ask'],
    ['NoSuchTool', {}, 'ask'],
    ['constructor', {}, 'ask'],
    ['Bash', {}, 'ask'],
    ['Bash', { command: 7 }, 'ask'],
    ['Edit', null, 'ask'],
    ['Read', 'text', 'ask'],
  ])('%s %j -> %s without any rule', (tool, input, decision) => {
    expect(judge([], { tool, input }).decision).toBe(decision);
  });
});

describe('paths that cannot be resolved', () => {
  const facts = {
    realPath: (path: string) => (path.includes('loop') ? undefined : path),
    git: () => ({ found: false, root: undefined, settings: [], hooks: [] }),
    gitAnswer: () => '',
    tracked: () => undefined,
    entries: () => undefined,
    text: () => undefined,
  };
  test.each(['cat loop/a.txt', 'ls loop', 'cat < loop/a'])('%s asks', command => {
    expect(bash([], command, { facts }).decision).toBe('ask');
  });
});

test('a variable never fills a fixed word of a rule', () => {
  expect(bash(rules('allow Bash(npm build:*)', 'allow Bash(one two three:*)'), 'npm $X build').decision).toBe('ask');
});

test.each(['ls', 'git status', 'rg x', 'find -name x', 'grep -r x', 'du'])(
  '%s is not free in a folder outside the workspace',
  command => {
    expect(judge([], { tool: 'Bash', input: { command }, cwd: '/etc' }).decision).toBe('ask');
  },
);

test('5,000 rules are as quick as a few, and a change counts at once', () => {
  const ruleAt = (index: number): ReturnType<typeof rule> =>
    rule(index % 9 === 0 ? 'deny' : 'allow', `Bash(tool${index} run:*)`);
  const many = Array.from({ length: 5000 }, (_, index) => ruleAt(index));
  const sets = { few: compileRules(many.slice(0, 50)), many: compileRules(many) };
  const judged = (set: (typeof sets)['few']): number =>
    cpuTime(() => {
      for (let index = 0; index < 500; index++) {
        const command = `tool${index * 9 + 1} run ${index}`;
        evaluate(set, { tool: 'Bash', input: { command }, cwd: workspace }, context());
      }
    });
  judged(sets.few);
  // A walk over all of them would cost a hundred times as much.
  expect(judged(sets.many) / judged(sets.few)).toBeLessThan(10);
  expect(bash(many, 'tool1 run').decision).toBe('allow');
  expect(bash([...many, rule('deny', 'Bash(tool1:*)')], 'tool1 run').decision).toBe('deny');
});

describe('bad input gets an answer', () => {
  const set = rules('allow Bash', 'deny Bash(rm:*)');
  const cases: readonly (readonly [string, string])[] = [
    ['NUL bytes', 'ls \u0000'],
    ['a megabyte', `echo ${'a'.repeat(1024 * 1024)}`],
    ['a megabyte of commands', 'ls;'.repeat(350_000)],
    ['ten thousand parentheses', '('.repeat(10_000)],
    ['ten thousand substitutions', '$('.repeat(10_000)],
    ['ten thousand quotes and substitutions', '"$('.repeat(10_000)],
    ['open braces', '{a,'.repeat(5000)],
    ['open expansions', '${a:-'.repeat(5000)],
    ['backticks', '`'.repeat(10_001)],
    ['here-documents', '<<E '.repeat(3000)],
    ['half a character', 'ls \ud800'],
    ['zero width', 'ls \u200b'],
    ['eval in eval', `${'eval '.repeat(2000)}ls`],
    ['wrappers in wrappers', `${'env '.repeat(4000)}ls`],
    ['braces that explode', `ls ${'{a,b}'.repeat(40)}`],
    ['a long pipe', Array.from({ length: 3000 }, () => 'cat').join('|')],
    ['many stars', `ls ${'*'.repeat(9000)}`],
    ['sh in sh', Array.from({ length: 12 }).reduce<string>(text => `sh -c ${JSON.stringify(text)}`, 'ls')],
  ];
  test.each(cases)('%s: an answer in time', (name, command) => {
    const time = cpuTime(() => {
      // Long, but understood in full.
      expect(bash(set, command).decision).toBe(name === 'sh in sh' ? 'allow' : 'ask');
    });
    expect(time).toBeLessThan(2000);
  });

  test('deny still looks into what is too long to parse', () => {
    expect(bash(set, `${'ls;'.repeat(50_000)}rm x`).decision).toBe('deny');
    expect(bash(set, `echo "${'a'.repeat(200_000)}" && sudo rm x`).decision).toBe('deny');
  });

  test('what is too long to be judged is a high risk, which is never allowed together with others', () => {
    expect(bash([], `echo ${'a'.repeat(20_000)}`)).toMatchObject({ decision: 'ask', risk: 'high' });
  });

  test('a facts function that throws makes the call ask', () => {
    const facts = {
      realPath: () => {
        throw new Error('disk gone');
      },
      git: () => ({ found: false, root: undefined, settings: [], hooks: [] }),
      gitAnswer: () => '',
      tracked: () => undefined,
      entries: () => undefined,
      text: () => undefined,
    };
    const verdict = judge(
      rules('allow Edit(**)'),
      { tool: 'Edit', input: { file_path: '/w/a' }, cwd: workspace },
      { facts },
    );
    expect(verdict.decision).toBe('ask');
    expect(verdict.because[0]?.reason.text).toContain('disk gone');
  });
});

describe('a workspace inside a system folder', () => {
  const risks = (path: string): readonly string[] =>
    judge(
      [],
      { tool: 'Write', input: { file_path: path, content: '' }, cwd: '/root/shop' },
      { workspace: ['/root/shop'] },
    ).riskReasons;

  test('is no system folder itself', () => {
    expect(risks('/root/shop/src/cart.js')).not.toContain('system-write');
    expect(risks('/root/other/cart.js')).toContain('system-write');
    expect(risks('/etc/hosts')).toContain('system-write');
  });
});
