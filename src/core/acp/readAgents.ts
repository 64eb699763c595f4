import { asString, isObject } from '../base/json';
import type { AcpAgent } from '../session/acpAgent';

/** The agents in the value of the setting. What is no agent is left out; of two with one name the first counts. */
export function readAgents(value: unknown): readonly AcpAgent[] {
  const read = Array.isArray(value) ? value.flatMap(agentIn) : [];
  return read.filter((agent, at) => read.findIndex(({ name }) => name === agent.name) === at);
}

function agentIn(value: unknown): readonly AcpAgent[] {
  if (!isObject(value)) return [];
  const name = asString(value['name'])?.trim();
  const command = asString(value['command'])?.trim();
  const { args = [], env = {} } = value;
  const mode = asString(value['mode'])?.trim();
  if (!name || !command || !Array.isArray(args) || !isObject(env)) return [];
  const words = args.flatMap(it => asString(it) ?? []);
  const set = Object.entries(env).flatMap(([key, is]) => (typeof is === 'string' ? [[key, is] as const] : []));
  if (words.length !== args.length) return [];
  return [{ name, command, args: words, env: Object.fromEntries(set), ...(mode ? { mode } : {}) }];
}
