import { describe, expect, test } from 'vitest';
import { home, judge, rules } from '../helpers';

const file = `${home}/.claude/plans/plan-something-agile-sun.md`;
const write = (path: string, mode: 'plan' | 'default', set: readonly string[] = [], link = path) =>
  judge(
    rules(...set),
    { tool: 'Write', input: { file_path: path, content: '# Plan' } },
    {
      mode,
      facts: {
        realPath: asked => (asked === path ? link : asked),
        git: () => undefined,
        gitAnswer: () => undefined,
        entries: () => undefined,
        text: () => undefined,
        tracked: () => undefined,
      },
    },
  ).decision;

describe('a plan costs one approval', () => {
  test('to make one is not asked, unless a rule says so', () => {
    const enter = (...set: readonly string[]) => judge(rules(...set), { tool: 'EnterPlanMode' }).decision;
    expect(enter()).toBe('allow');
    expect(enter('deny EnterPlanMode')).toBe('deny');
  });

  test('its own file is written without a question while it is made', () => {
    expect(write(file, 'plan')).toBe('allow');
  });

  test.each([
    ['outside plan mode', file, 'default'],
    ['a file below its folder', `${home}/.claude/plans/deeper/x.md`, 'plan'],
    ['a file beside its folder', `${home}/.claude/plans-x/x.md`, 'plan'],
    ['a name that Claude Code does not make', `${home}/.claude/plans/..md`, 'plan'],
    ['what is no text', `${home}/.claude/plans/x.sh`, 'plan'],
    ['settings', `${home}/.claude/settings.json`, 'plan'],
    ['the plan of somebody else', '/home/you/.claude/plans/x.md', 'plan'],
    ['a plan in the repository', '/w/.claude/plans/x.md', 'plan'],
  ] as const)('asks: %s', (_, path, mode) => expect(write(path, mode)).toBe('ask'));

  test('where Claude Code keeps its own somewhere else, its plans are there and not at home', () => {
    const elsewhere = (path: string, claudeFolder: string) =>
      judge([], { tool: 'Write', input: { file_path: path, content: '# Plan' } }, { mode: 'plan', claudeFolder })
        .decision;
    expect(elsewhere('/opt/claude/plans/agile-sun.md', '/opt/claude')).toBe('allow');
    expect(elsewhere('/opt/claude/plans/agile-sun.md', '/opt/claude/')).toBe('allow');
    expect(elsewhere(file, '/opt/claude')).toBe('ask');
    expect(elsewhere('/plans/agile-sun.md', '')).toBe('ask');
    expect(elsewhere('/w/plans/agile-sun.md', 'w')).toBe('ask');
  });

  test('asks where the file is a link, and obeys what forbids it', () => {
    expect(write(file, 'plan', [], `${home}/.bashrc`)).toBe('ask');
    expect(write(file, 'plan', ['deny Edit(~/.claude/**)'])).toBe('deny');
    expect(write(file, 'plan', ['ask Write'])).toBe('ask');
  });
});

test('the home of root is no system folder', () => {
  const kinds = (path: string) =>
    judge([], { tool: 'Write', input: { file_path: path, content: '' } }, { home: '/root' }).effects.map(
      ({ kind }) => kind,
    );
  expect(kinds('/root/notes.md')).not.toContain('system-write');
  expect(kinds('/root2/notes.md')).not.toContain('system-write');
  expect(kinds('/etc/notes.md')).toContain('system-write');
});
