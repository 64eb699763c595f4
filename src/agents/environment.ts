/**
 * The environment of the agent is an allow-list: variables that make other programs load code (NODE_OPTIONS, BASH_ENV,
 * LD_PRELOAD, GIT_SSH_COMMAND …) and those of the editor itself do not reach it.
 */
const names: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'USERNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TERM',
  'COLORTERM',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'EDITOR',
  'SSH_AUTH_SOCK',
  'GPG_TTY',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
  'WSL_DISTRO_NAME',
  'WSL_INTEROP',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SystemRoot',
  'SYSTEMROOT',
  'windir',
  'ComSpec',
  'COMSPEC',
  'PATHEXT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'ProgramData',
  'ProgramFiles',
  'NVM_DIR',
  'NVM_BIN',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'GOPATH',
  'GOROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'JAVA_HOME',
  'ANDROID_HOME',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_DIR',
  'VOLTA_HOME',
  'DISABLE_AUTOUPDATER',
  'IS_SANDBOX',
  'MAX_THINKING_TOKENS',
  'CLOUD_ML_REGION',
  'USE_BUILTIN_RIPGREP',
]);

const prefixes = [
  'LC_',
  'XDG_',
  'ANTHROPIC_',
  'CLAUDE_',
  'AWS_',
  'GOOGLE_',
  'GCLOUD_',
  'CLOUDSDK_',
  'AZURE_',
  'VERTEX_',
  'BEDROCK_',
  'MCP_',
  'OTEL_',
  'API_TIMEOUT',
];

/** Set by the person in the machine's settings, or by an editor window of another session: not for a child. */
const never: ReadonlySet<string> = new Set([
  'CLAUDE_CODE_SHELL',
  'CLAUDE_CODE_SHELL_PREFIX',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDECODE',
  'CLAUDE_CODE_SSE_PORT',
]);

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the agent is started with: the allowed part of ours, and what the person's settings add or change. */
export function agentEnvironment(own: Environment, settings: Readonly<Record<string, string>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    const allowed = !never.has(name) && (names.has(name) || prefixes.some(prefix => name.startsWith(prefix)));
    if (allowed && value !== undefined) environment[name] = value;
  }
  return { ...environment, ...settings };
}
