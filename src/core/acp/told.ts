import type { SlashCommand } from '../call/agentFacts';
import type { AgentEvent } from '../call/events';
import { asString, isObject, type JsonObject } from '../base/json';

/** What an agent says that may be typed after a slash. */
export function commandsTold({ availableCommands }: JsonObject): readonly AgentEvent[] {
  if (!Array.isArray(availableCommands)) return [{ type: 'malformed', what: 'commands that are no list' }];
  return [{ type: 'told', told: { facts: { commands: availableCommands.filter(isObject).flatMap(commandIn) } } }];
}

function commandIn({ name, description, input }: JsonObject): readonly SlashCommand[] {
  const is = asString(name);
  const hint = isObject(input) ? asString(input['hint']) : undefined;
  if (!is) return [];
  return [{ name: is, description: asString(description) ?? '', ...(hint ? { argumentHint: hint } : {}) }];
}

/** How full an agent's context is, and what its conversation has cost. */
export function usageTold({ used, size, cost }: JsonObject): readonly AgentEvent[] {
  const tokens = amount(used);
  const window = amount(size);
  const spent = isObject(cost) && cost['currency'] === 'USD' ? amount(cost['amount']) : undefined;
  return [
    ...(tokens === undefined
      ? []
      : [{ type: 'used', tokens, ...(window === undefined || window === 0 ? {} : { window }) } as const]),
    ...(spent === undefined ? [] : [{ type: 'spent', cost: spent, windows: {} } as const]),
  ];
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
