import { say, type Sentence } from '../texts/sentence';
import { asString, isObject, type Json, type JsonObject } from '../base/json';

/**
 * What a repository brings that the agent would run or obey outside any approval: its hooks run in every workspace, its
 * servers are started, its variables are set, and `!` lines in its skills and commands are executed as they are read.
 */
export interface Finding {
  readonly kind: 'hook' | 'server' | 'environment' | 'allowRule' | 'commandLine' | 'helper' | 'mode' | 'unreadable';
  /** Relative to the folder. */
  readonly file: string;
  readonly line?: number;
  /** When it acts: the event of a hook, the name of a server or variable. */
  readonly name: string;
  /** What runs or is set, as written; empty where it takes more than a line. */
  readonly text: string;
  /** What we say of it, where it has no words of its own. */
  readonly says?: Sentence;
}

/** A file of the repository that the agent reads on its own. */
export interface RepositoryFile {
  readonly file: string;
  /** Undefined when it is there and cannot be read. */
  readonly text: string | undefined;
}

/** What the agent takes of what a repository brings: nothing, what it is told in words, or all that runs too. */
export const repositoryChoices = ['none', 'instructions', 'all'] as const;
export type RepositoryChoice = (typeof repositoryChoices)[number];

export interface RepositoryReview {
  readonly findings: readonly Finding[];
  /** Names exactly this content; an acceptance holds for it and nothing else. */
  readonly hash: string;
  readonly choice: RepositoryChoice;
  /** Whether a person chose this for this very content. */
  readonly chosen: boolean;
}

export function findingsIn(files: readonly RepositoryFile[]): Finding[] {
  return files.flatMap(({ file, text }): Finding[] => {
    if (text !== undefined && file.endsWith('.md')) return markdownFindings(file, text);
    const settings = text === undefined ? undefined : parse(text);
    if (!settings)
      return [
        {
          kind: 'unreadable',
          file,
          name: 'file',
          text: '',
          says: say('This file cannot be read, so it is not known what it brings.'),
        },
      ];
    return file.endsWith('.mcp.json') ? serverFindings(file, settings['mcpServers']) : settingsFindings(file, settings);
  });
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Settings by which the agent runs a program of the repository's choosing. */
const helpers = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'otelHeadersHelper',
  'gcpAuthRefresh',
  'forceLoginMethod',
  'statusLine',
  'fileSuggestion',
  'subagentStatusLine',
];

function settingsFindings(file: string, settings: JsonObject): Finding[] {
  const { permissions, env } = settings;
  const allow = isObject(permissions) && Array.isArray(permissions['allow']) ? permissions['allow'] : [];
  const folders =
    isObject(permissions) && Array.isArray(permissions['additionalDirectories'])
      ? permissions['additionalDirectories']
      : [];
  const mode = isObject(permissions) ? asString(permissions['defaultMode']) : undefined;
  return [
    ...hookFindings(file, settings['hooks']),
    ...serverFindings(file, settings['mcpServers']),
    ...(isObject(env)
      ? Object.entries(env).map(([name, value]): Finding => ({ kind: 'environment', file, name, text: shown(value) }))
      : []),
    ...helpers
      .filter(name => settings[name] !== undefined)
      .map((name): Finding => ({ kind: 'helper', file, name, text: shown(settings[name]) })),
    ...allow.map((rule): Finding => ({ kind: 'allowRule', file, name: 'allow', text: shown(rule) })),
    ...folders.map(
      (folder): Finding => ({ kind: 'allowRule', file, name: 'additionalDirectories', text: shown(folder) }),
    ),
    ...(mode && mode !== 'default' && mode !== 'plan'
      ? [{ kind: 'mode', file, name: 'defaultMode', text: mode } satisfies Finding]
      : []),
    ...(settings['enableAllProjectMcpServers'] === true
      ? [{ kind: 'mode', file, name: 'enableAllProjectMcpServers', text: 'true' } satisfies Finding]
      : []),
  ];
}

function hookFindings(file: string, hooks: Json | undefined): Finding[] {
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, matchers]) =>
    (Array.isArray(matchers) ? matchers : [matchers]).flatMap((matcher): Finding[] => {
      const commands = isObject(matcher) && Array.isArray(matcher['hooks']) ? matcher['hooks'] : [matcher ?? null];
      const tools = isObject(matcher) ? asString(matcher['matcher']) : undefined;
      return commands.map(command => ({
        kind: 'hook',
        file,
        name: tools ? `${event} (${tools})` : event,
        text: hookText(command),
      }));
    }),
  );
}

function hookText(hook: Json): string {
  return isObject(hook) ? (asString(hook['command']) ?? asString(hook['url']) ?? shown(hook)) : shown(hook);
}

function serverFindings(file: string, servers: Json | undefined): Finding[] {
  if (!isObject(servers)) return [];
  return Object.entries(servers).map(([name, server]) => ({ kind: 'server', file, name, text: serverText(server) }));
}

function serverText(server: Json): string {
  if (!isObject(server)) return shown(server);
  const command = asString(server['command']);
  const args = Array.isArray(server['args']) ? server['args'].map(arg => shown(arg)) : [];
  return command ? [command, ...args].join(' ') : (asString(server['url']) ?? shown(server));
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Lines that are executed while a skill or command is read, and what its head lets run without asking. */
function markdownFindings(file: string, text: string): Finding[] {
  const findings: Finding[] = [];
  const lines = text.split('\n');
  const headEnd =
    lines[0]?.trim() === '---' ? lines.findIndex((line, place) => place > 0 && line.trim() === '---') : -1;
  let fence = false;
  for (const [place, line] of lines.entries()) {
    const number = place + 1;
    if (place > 0 && place < headEnd) {
      const [, key = '', value = ''] = /^(allowed-tools|hooks|mcpServers|mcp-servers)\s*:\s*(.*)$/i.exec(line) ?? [];
      if (key)
        findings.push({
          kind: key.toLowerCase() === 'allowed-tools' ? 'allowRule' : key.toLowerCase() === 'hooks' ? 'hook' : 'server',
          file,
          line: number,
          name: key,
          text: value,
        });
      continue;
    }
    if (/^\s*```!/.test(line)) fence = true;
    else if (fence && /^\s*```/.test(line)) fence = false;
    else if (fence) findings.push(commandLine(file, number, line));
    for (const [, command = ''] of line.matchAll(/!`([^`]+)`/g)) findings.push(commandLine(file, number, command));
  }
  return findings;
}

function commandLine(file: string, line: number, text: string): Finding {
  return { kind: 'commandLine', file, line, name: '', says: say('runs when it is read'), text };
}
