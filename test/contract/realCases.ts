import { claudeCodeAcp, claudeOverAcp, codex, geminiCli, newest, opencode } from '../../scripts/lib/acpAgents.mjs';
import { allAgents } from '../../src/core/acp/knownAgents';
import type { AcpAgent } from '../../src/core/session/acpAgent';
import type { RealCase, Tool } from './overAcp';

const path = '$WORKSPACE/a.txt';
const created = '$WORKSPACE/new.txt';
const page = 'http://127.0.0.1:9/';
const look = 'pwd';

/** What Latch itself gives it, so that it asks. */
function knownAs(name: string): AcpAgent {
  const known = allAgents([]).find(agent => agent.name === name);
  if (!known) throw new Error(`${name} is not known.`);
  return known;
}

type Shell = RealCase['command'];
const claudeShell: Shell = command => ({ tool: 'Bash', input: { command, description: 'Does it' } });

const reads = (file: string): Tool => ({ tool: 'Read', input: { file_path: file } });
const edits: Tool = { tool: 'Edit', input: { file_path: path, old_string: 'hello', new_string: 'bye' } };
const writes: Tool = { tool: 'Write', input: { file_path: created, content: 'x' } };
const fetches: Tool = { tool: 'WebFetch', input: { url: 'https://example.com/', prompt: 'What is there?' } };

const claudeCalls: RealCase['calls'] = {
  read: reads(path),
  readElsewhere: reads('/etc/hostname'),
  // Claude Code has no other tools for these any more.
  list: claudeShell('ls'),
  search: claudeShell('grep -n needle a.txt'),
  lookCommand: claudeShell(look),
  command: claudeShell('touch made.txt'),
  network: claudeShell(`curl -s ${page}`),
  edit: edits,
  write: writes,
  fetch: fetches,
};

export const newestClaude: RealCase = {
  name: 'Claude over ACP',
  version: newest.claude,
  program: 'claude-agent-acp',
  agent: () => claudeOverAcp(),
  tellsInput: true,
  command: claudeShell,
  calls: claudeCalls,
};

const geminiShell: Shell = command => ({ tool: 'run_shell_command', input: { command, description: 'Does it' } });
export const geminiCase: RealCase = {
  name: 'Gemini CLI',
  version: newest.gemini,
  program: 'gemini',
  agent: geminiCli,
  tellsInput: false,
  forgets: true,
  keepsOutput: true,
  command: geminiShell,
  calls: {
    read: { tool: 'read_file', input: { file_path: path } },
    readElsewhere: { tool: 'read_file', input: { file_path: '/etc/hostname' } },
    list: { tool: 'list_directory', input: { dir_path: '$WORKSPACE' } },
    search: { tool: 'grep_search', input: { pattern: 'needle' } },
    lookCommand: geminiShell(look),
    command: geminiShell('touch made.txt'),
    network: geminiShell(`curl -s ${page}`),
    edit: { tool: 'replace', input: { file_path: path, old_string: 'hello', new_string: 'bye', instruction: 'Do' } },
    write: { tool: 'write_file', input: { file_path: created, content: 'x' } },
    fetch: { tool: 'web_fetch', input: { prompt: `What is at ${page}?` } },
  },
};

const opencodeShell: Shell = command => ({ tool: 'bash', input: { command, description: 'Does it' } });
export const opencodeCase: RealCase = {
  name: 'opencode',
  version: newest.opencode,
  program: 'opencode',
  agent: opencode,
  asking: knownAs('opencode').env,
  tellsInput: true,
  command: opencodeShell,
  calls: {
    read: { tool: 'read', input: { filePath: path } },
    readElsewhere: { tool: 'read', input: { filePath: '/etc/hostname' } },
    list: { tool: 'glob', input: { pattern: '*.txt' } },
    search: { tool: 'grep', input: { pattern: 'needle' } },
    lookCommand: opencodeShell(look),
    command: opencodeShell('touch made.txt'),
    network: opencodeShell(`curl -s ${page}`),
    edit: { tool: 'edit', input: { filePath: path, oldString: 'hello', newString: 'bye' } },
    write: { tool: 'write', input: { filePath: created, content: 'x' } },
    fetch: { tool: 'webfetch', input: { url: page, format: 'text' } },
  },
};

const codexShell: Shell = cmd => ({ tool: 'exec_command', input: { cmd } });
/** A command that is to leave its sandbox, as its model says that. */
const outside: Shell = cmd => ({
  tool: 'exec_command',
  input: { cmd, sandbox_permissions: 'require_escalated', justification: 'May I?' },
});
const patch = (body: string): ReturnType<Shell> =>
  codexShell(`apply_patch <<EOF\n*** Begin Patch\n${body}\n*** End Patch\nEOF`);
export const codexCase: RealCase = {
  name: 'Codex',
  version: newest.codex,
  program: 'codex-acp',
  agent: codex,
  mode: knownAs('Codex').mode,
  tellsInput: true,
  command: outside,
  calls: {
    read: codexShell('cat a.txt'),
    readElsewhere: codexShell('cat /etc/hostname'),
    list: codexShell('ls'),
    search: codexShell('grep -n needle a.txt'),
    lookCommand: codexShell(look),
    command: outside('touch made.txt'),
    network: outside(`curl -s ${page}`),
    edit: patch('*** Update File: a.txt\n@@\n-hello needle\n+bye'),
    write: patch('*** Add File: new.txt\n+x'),
    fetch: undefined,
  },
};

/** Versions of the adapter of Claude that people still have. */
export const olderClaude: RealCase = {
  ...newestClaude,
  version: '0.49.0',
  agent: () => claudeOverAcp('0.49.0'),
};

/** Its tools are its own, and have us read, write and run. */
const throughUs = ({ tool, input }: Tool): Tool => ({ tool: `mcp__acp__${tool}`, input });
const firstShell: Shell = command =>
  throughUs({ tool: 'Bash', input: { command, description: 'Does it', timeout: 60_000 } });
export const firstClaude: RealCase = {
  ...newestClaude,
  version: '0.16.2',
  program: 'claude-code-acp',
  agent: claudeCodeAcp,
  command: firstShell,
  calls: {
    read: throughUs(reads(path)),
    readElsewhere: throughUs(reads('/etc/hostname')),
    list: { tool: 'Glob', input: { pattern: '*.txt' } },
    search: { tool: 'Grep', input: { pattern: 'needle' } },
    lookCommand: firstShell(look),
    command: firstShell('touch made.txt'),
    network: firstShell(`curl -s ${page}`),
    edit: throughUs(edits),
    write: throughUs(writes),
    fetch: fetches,
  },
};

/** All that are tried by `npm run test:agents`. */
export const realCases: readonly RealCase[] = [
  newestClaude,
  olderClaude,
  firstClaude,
  geminiCase,
  opencodeCase,
  codexCase,
];
