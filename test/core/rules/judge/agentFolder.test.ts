import { describe, expect, test } from 'vitest';
import { context, home, judge, rules } from '../helpers';

/** Where Claude Code keeps what is its own lies in the workspace, under a name of its own or behind a link. */
const places: readonly (readonly [string, { claudeFolder?: string; links?: Record<string, string> }])[] = [
  ['named by its path', { claudeFolder: '/w/conf' }],
  ['named from where the agent was started', { claudeFolder: './conf/' }],
  ['behind a link', { claudeFolder: '/opt/claude', links: { '/opt/claude': '/w/conf' } }],
  ['in the home, behind a link', { links: { [`${home}/.claude`]: '/w/conf' } }],
];

describe.each(places)('the folder of the agent, %s, is a protected path', (_, { links = {}, ...where }) => {
  const { facts } = context();
  const around = {
    ...where,
    mode: 'acceptEdits',
    facts: { ...facts, realPath: (path: string) => links[path] ?? facts.realPath(path) },
  } as const;
  const write = (path: string) =>
    judge([], { tool: 'Write', input: { file_path: path, content: '{}' } }, around).decision;
  const run = (command: string) =>
    judge(rules('allow Bash(cp:*)', 'allow Bash(tool:*)'), { tool: 'Bash', input: { command } }, around);

  test('for a file that is written', () => {
    expect(write('/w/conf/settings.json')).toBe('ask');
    expect(write('/w/CONF/Agents/x.md')).toBe('ask');
    expect(write('/w/configuration/settings.json')).toBe('allow');
  });

  test('for a command that writes or names it', () => {
    expect(run('cp a conf/settings.json').decision).toBe('ask');
    expect(run('tool --out=conf/settings.json').decision).toBe('ask');
    expect(run('cp a configuration/settings.json').decision).toBe('allow');
  });

  test('and the risk of it is that of settings that act later', () => {
    expect(run('cp a conf/agents/x.md').effects.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['persistence', 'config-tamper']),
    );
  });
});
