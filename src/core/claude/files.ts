import { asString, isObject, type JsonObject } from '../base/json';

/** A thing of the agent that lies in a file. */
export interface AgentFile {
  readonly kind: 'memory' | 'agent' | 'skill';
  readonly name: string;
  readonly path: string;
}

/** A command or address that runs at some moment beside the agent. */
interface HookLine {
  readonly event: string;
  readonly matcher?: string;
  readonly source?: string;
  readonly text: string;
}

/** The files of which an agent tells when it counts its context; only newer ones count without asking their server. */
export function filesOf(usage: JsonObject): readonly AgentFile[] {
  const { skills } = usage;
  return [
    ...entries(usage['memoryFiles']).map(({ path }) => file('memory', path, path)),
    ...entries(usage['agents']).map(({ agentType, path }) => file('agent', agentType, path)),
    ...entries(isObject(skills) ? skills['skillFrontmatter'] : []).map(({ name, path }) => file('skill', name, path)),
  ].flatMap(it => it ?? []);
}

export function hooksOf(listing: JsonObject): readonly HookLine[] {
  return entries(listing['hooks']).flatMap(hook => {
    const event = asString(hook['event']);
    const matcher = asString(hook['matcher']);
    const source = asString(hook['source']);
    if (!event) return [];
    return [
      {
        event,
        text: asString(hook['commandText']) ?? '',
        ...(matcher ? { matcher } : {}),
        ...(source ? { source } : {}),
      },
    ];
  });
}

function entries(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function file(kind: AgentFile['kind'], name: unknown, path: unknown): AgentFile | undefined {
  const at = asString(path);
  // What comes with the agent lies in no file.
  return at ? { kind, name: asString(name) ?? at, path: at } : undefined;
}
