import { expect, test } from 'vitest';
import { agentEnvironment } from '../../src/agents/environment';

/** What git is told by the environment. */
const careful = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.bareRepository',
  GIT_CONFIG_VALUE_0: 'explicit',
};

test('the agent gets what builds need, and nothing that would load code into it', () => {
  const own = {
    PATH: '/usr/bin',
    DATABASE_URL: 'postgres://localhost/test',
    ANTHROPIC_API_KEY: 'key',
    NODE_OPTIONS: '--require /evil.js',
    BASH_ENV: '/evil.sh',
    LD_PRELOAD: '/evil.so',
    'BASH_FUNC_ls%%': '() { rm -rf /; }',
    GIT_CONFIG_PARAMETERS: "'core.fsmonitor'='x'",
    VSCODE_PID: '1',
    ELECTRON_RUN_AS_NODE: '1',
    CLAUDE_CODE_SHELL: '/evil',
    CLAUDECODE: '1',
    EMPTY: undefined,
  };
  expect(agentEnvironment(own, {})).toEqual({
    PATH: '/usr/bin',
    DATABASE_URL: 'postgres://localhost/test',
    ANTHROPIC_API_KEY: 'key',
    ...careful,
  });
});

test('the settings of the person come last', () => {
  expect(
    agentEnvironment({ PATH: '/usr/bin', LANG: 'C' }, { PATH: '/opt/bin', CLAUDE_CODE_SHELL: '/bin/zsh' }),
  ).toEqual({ PATH: '/opt/bin', LANG: 'C', CLAUDE_CODE_SHELL: '/bin/zsh', ...careful });
});

test('settings of git that the person has in the environment stay, and ours come after them', () => {
  const own = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'me',
    GIT_CONFIG_GLOBAL: '/home/me/gitconfig',
  };
  expect(agentEnvironment(own, {})).toEqual({
    ...own,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_1: 'safe.bareRepository',
    GIT_CONFIG_VALUE_1: 'explicit',
  });
});
