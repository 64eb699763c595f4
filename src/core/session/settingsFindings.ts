import { asString, isObject, type Json, type JsonObject } from '../base/json';
import type { Finding } from './finding';

/** Settings by which the agent runs a program of the repository's choosing. */
const helpers = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'otelHeadersHelper',
  'proxyAuthHelper',
  'gcpAuthRefresh',
  'statusLine',
  'fileSuggestion',
  'subagentStatusLine',
];

/** Every setting counts but those that only forbid: which ones a newer agent runs something by is not known here. */
export function settingsFindings(file: string, settings: JsonObject): Finding[] {
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
    ...Object.entries(isObject(permissions) ? permissions : {})
      .filter(([name, value]) => !knownPermissions.has(name) || !isListOrText(name, value))
      .map(([name, value]): Finding => ({ kind: 'setting', file, name: `permissions.${name}`, text: shown(value) })),
    ...Object.entries(settings)
      .filter(([name, value]) => (known.has(name) ? !isObject(value) && name !== '$schema' : !helpers.includes(name)))
      .map(([name, value]): Finding => ({ kind: 'setting', file, name, text: shown(value) })),
  ];
}

/** What has another shape than ours may mean something to another agent. */
function isListOrText(name: string, value: Json): boolean {
  return /^(?:defaultMode|disableBypassPermissionsMode)$/.test(name) ? typeof value === 'string' : Array.isArray(value);
}

const known: ReadonlySet<string> = new Set(['$schema', 'hooks', 'mcpServers', 'env', 'permissions']);
const knownPermissions: ReadonlySet<string> = new Set([
  'allow',
  'deny',
  'ask',
  'additionalDirectories',
  'defaultMode',
  'disableBypassPermissionsMode',
]);

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

export function serverFindings(file: string, servers: Json | undefined): Finding[] {
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
