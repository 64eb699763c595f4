import type {
  Account,
  AgentFacts,
  AgentType,
  ModelChoice,
  NamedServer,
  Plugin,
  SlashCommand,
  ToldFacts,
} from '../call/agentFacts';
import { asString, isObject, type JsonObject } from '../base/json';

/** What the CLI says of itself: in its reply to `initialize`, at the beginning of each turn, and when its commands change. */

export function factsOfInitialize(reply: JsonObject): ToldFacts {
  return {
    facts: given({
      commands: listOf(reply['commands'], command),
      models: listOf(reply['models'], model),
      agents: listOf(reply['agents'], agentType),
      outputStyles: list(reply['available_output_styles']),
      outputStyle: asString(reply['output_style']),
      account: account(reply['account']),
      version: asString(reply['claude_code_version']),
    }),
  };
}

/** A turn names what there is; only the names it has beside those of `initialize` say something new. */
export function factsOfInit(message: JsonObject): ToldFacts {
  const memory = message['memory_paths'];
  const facts: Partial<AgentFacts> = given({
    terminalCommands: list(message['terminal_slash_commands']),
    mcpServers: listOf(message['mcp_servers'], server),
    tools: list(message['tools']),
    plugins: listOf(message['plugins'], plugin),
    skills: list(message['skills']),
    capabilities: list(message['capabilities']),
    outputStyle: asString(message['output_style']),
    memoryFolder: isObject(memory) ? asString(memory['auto']) : undefined,
  });
  return { facts, ...given({ commandNames: list(message['slash_commands']) }) };
}

export function factsOfCommands(message: JsonObject): ToldFacts {
  return { facts: given({ commands: listOf(message['commands'], command) }) };
}

function command(value: JsonObject): SlashCommand | undefined {
  const name = asString(value['name']);
  // What begins so is called by the agent itself, and says so nowhere else.
  if (!name || name.startsWith('__')) return undefined;
  const aliases = list(value['aliases']) ?? [];
  return {
    name,
    description: asString(value['description']) ?? '',
    ...given({
      argumentHint: asString(value['argumentHint']) || undefined,
      aliases: aliases.length > 0 ? aliases : undefined,
      builtin: value['builtin'] === true || undefined,
    }),
  };
}

function model(value: JsonObject): ModelChoice | undefined {
  const id = asString(value['value']);
  if (!id) return undefined;
  const efforts = list(value['supportedEffortLevels']) ?? [];
  return {
    value: id,
    name: asString(value['displayName']) ?? id,
    description: asString(value['description']) ?? '',
    // Older ones do not say it, and obey.
    thinkingOff: value['supportsThinkingOff'] !== false,
    ...given({
      resolved: asString(value['resolvedModel']),
      efforts: value['supportsEffort'] === true && efforts.length > 0 ? efforts : undefined,
    }),
  };
}

function agentType(value: JsonObject): AgentType | undefined {
  const name = asString(value['name']);
  if (!name) return undefined;
  return { name, description: asString(value['description']) ?? '', ...given({ model: asString(value['model']) }) };
}

function account(value: unknown): Account | undefined {
  if (!isObject(value)) return undefined;
  return given({
    email: asString(value['email']),
    organization: asString(value['organization']),
    plan: asString(value['subscriptionType']),
    key: source(value['apiKeySource']),
    token: source(value['tokenSource']),
    provider: asString(value['apiProvider']),
  });
}

function source(value: unknown): string | undefined {
  const text = asString(value);
  return text === 'none' ? undefined : text;
}

function server(value: JsonObject): NamedServer | undefined {
  const name = asString(value['name']);
  return name ? { name, status: asString(value['status']) ?? '' } : undefined;
}

function plugin(value: JsonObject): Plugin | undefined {
  const name = asString(value['name']);
  return name ? { name, ...given({ path: asString(value['path']) }) } : undefined;
}

function listOf<T>(value: unknown, read: (one: JsonObject) => T | undefined): readonly T[] | undefined {
  return Array.isArray(value) ? value.filter(isObject).flatMap(one => read(one) ?? []) : undefined;
}

function list(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : undefined;
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** What is there of it: what the agent does not say changes nothing. */
function given<T extends object>(all: T): Given<T> {
  const there: Given<T> = {};
  return Object.assign(there, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}
