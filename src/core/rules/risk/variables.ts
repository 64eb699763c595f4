/** Variables that make programs do other things. */
import type { SimpleCommand, ShellWord } from '../shell/syntax';
import { isSafeAssignment } from '../tables/files';
import type { Effects } from './effects';

const injected =
  /^(?:LD_\w+|DYLD_\w+|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|PATH|BASH_ENV|ENV|IFS|CDPATH|PS4|PROMPT_COMMAND|SHELLOPTS|BASHOPTS|GIT_\w*(?:SSH|COMMAND|EDITOR|PAGER|ASKPASS|DIFF|EXEC_PATH|CONFIG|DIR|PROXY|TEMPLATE|WORK_TREE)\w*|SSH_ASKPASS|PYTHON(?:PATH|STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS)|PERL5(?:LIB|OPT|DB)|PERLLIB|RUBY(?:OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|BROWSER|SHELL|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|CARGO_\w*(?:RUNNER|WRAPPER|LINKER)|RUSTFLAGS|MAKEFLAGS|GOFLAGS|GOPROXY|CC|CXX|LUA_INIT|PHP_INI_SCAN_DIR|PHPRC|RIPGREP_CONFIG_PATH|npm_config_\w+|NPM_CONFIG_\w+|YARN_\w+|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|HTTPS?_PROXY|https?_proxy|ALL_PROXY|ANTHROPIC_\w+|CLAUDE_\w+|OPENSSL_CONF|SSL_CERT_FILE|GCONV_PATH|TERMINFO|HOSTALIASES|ZDOTDIR|fpath|path)$/;

function addVariable(name: string, value: string, effects: Effects): void {
  if (injected.test(name) && !isSafeAssignment(name, value)) effects.add('env-injection');
  if (/^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)$/.test(name) && value === '0')
    effects.add('security-disable');
  if (
    /^(?:GIT_SSL_NO_VERIFY|HISTFILE|HISTSIZE|HISTCONTROL|NPM_CONFIG_STRICT_SSL|HUSKY|HUSKY_SKIP_HOOKS)$/i.test(name)
  ) {
    if (name !== 'HUSKY' || value === '0') effects.add('security-disable');
  }
}

export function addAssignments(command: SimpleCommand, effects: Effects): void {
  for (const { name, value } of command.assignments) addVariable(name, value?.value ?? value?.raw ?? '', effects);
}

export function addEnvironmentWords(program: string, words: readonly ShellWord[], effects: Effects): void {
  if (!/^(?:env|export|declare|typeset|readonly|local|sudo|launchctl|setx|systemd-run)$/.test(program)) return;
  for (const word of words.slice(1)) {
    const assignment = /^([A-Za-z_]\w*)=(.*)$/s.exec(word.value ?? word.raw);
    if (assignment) addVariable(assignment[1] ?? '', assignment[2] ?? '', effects);
  }
}
