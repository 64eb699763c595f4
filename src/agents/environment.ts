/**
 * Variables by which another program could put code into the agent or into what it runs, and those of the editor itself.
 * Everything else goes along: builds and tests need what the person's shell has set.
 */
const never: ReadonlySet<string> = new Set([
  'NODE_OPTIONS',
  'NODE_REPL_EXTERNAL_MODULE',
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'PROMPT_COMMAND',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'PYTHONSTARTUP',
  'PERL5OPT',
  'RUBYOPT',
  'GIT_EXTERNAL_DIFF',
  'GIT_ASKPASS',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_EXEC_PATH',
  // Of one command of git to those that it starts.
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG',
  'RIPGREP_CONFIG_PATH',
  // The agent's own: they change its shell, or tell it that it runs inside another agent or editor.
  'CLAUDECODE',
  'CLAUDE_CODE_SHELL',
  'CLAUDE_CODE_SHELL_PREFIX',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
]);

const neverPrefixes = ['VSCODE_', 'ELECTRON_', 'CHROME_', 'BASH_FUNC_'];

/** A setting of git and its value. */
type GitSetting = readonly [string, string];

/**
 * Settings of git that the agent's environment carries. A folder that only looks like a bare repository is not taken for
 * one, so that no file of a project can make git obey a configuration beside it.
 */
const gitSettings: readonly GitSetting[] = [['safe.bareRepository', 'explicit']];

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the agent is started with: ours without what could turn it, and what the person's settings add or change. */
export function agentEnvironment(
  own: Environment,
  settings: Readonly<Record<string, string>>,
  git: readonly GitSetting[] = [],
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || never.has(name) || neverPrefixes.some(prefix => name.startsWith(prefix))) continue;
    environment[name] = value;
  }
  return withGitSettings({ ...environment, ...settings }, [...gitSettings, ...git]);
}

/** Added after those that are there already: git counts them, and the last one holds. */
function withGitSettings(
  environment: Readonly<Record<string, string>>,
  settings: readonly GitSetting[],
): Record<string, string> {
  const there = /^[0-9]{1,4}$/.test(environment['GIT_CONFIG_COUNT'] ?? '')
    ? Number(environment['GIT_CONFIG_COUNT'])
    : 0;
  const added = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${there + at}`, key],
    [`GIT_CONFIG_VALUE_${there + at}`, value],
  ]);
  return {
    ...environment,
    ...Object.fromEntries(added),
    GIT_CONFIG_COUNT: String(there + settings.length),
  };
}
