import type { AgentEvent } from '../call/events';
import type { ContextUse, LimitWindow, PlanLimits, Use } from '../call/use';
import { asString, isObject, type JsonObject } from '../base/json';

/** What the frames of the CLI say of tokens, cost and limits. */

/** How much of the context a message of the model filled: what it read, wherever that came from, and what it wrote. */
export function usedBy(body: JsonObject): AgentEvent[] {
  const { usage } = body;
  if (!isObject(usage) || body['model'] === '<synthetic>') return [];
  const names = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens', 'output_tokens'];
  const tokens = names.reduce((sum, name) => sum + (amount(usage[name]) ?? 0), 0);
  return tokens > 0 ? [{ type: 'used', tokens }] : [];
}

/** What the end of a turn adds up: the cost of the conversation so far, and how much fits into each model. */
export function spentBy(result: JsonObject): AgentEvent[] {
  const cost = amount(result['total_cost_usd']);
  const models = result['modelUsage'];
  const windows = Object.entries(isObject(models) ? models : {}).flatMap(([model, use]) => {
    const window = isObject(use) ? amount(use['contextWindow']) : undefined;
    return window === undefined ? [] : [[model, window] as const];
  });
  if (cost === undefined && windows.length === 0) return [];
  return [{ type: 'spent', ...(cost === undefined ? {} : { cost }), windows: Object.fromEntries(windows) }];
}

export function limitsOf(message: JsonObject): PlanLimits | undefined {
  const info = message['rate_limit_info'];
  const kind = isObject(info) ? asString(info['rateLimitType']) : undefined;
  if (!isObject(info) || kind === undefined) return undefined;
  const windows = info['unifiedWindows'];
  const all = isObject(windows) ? Object.entries(windows) : [[kind, info] as const];
  return {
    status: statusOf(info['status']),
    kind,
    ...reset(info),
    windows: all.flatMap(([name, window]) => (isObject(window) ? windowOf(name, window) : [])),
  };
}

/** A word that is not known is taken for a limit that is near: nobody is to be surprised by it. */
function statusOf(status: unknown): PlanLimits['status'] {
  switch (status) {
    case 'allowed':
    case 'rejected':
      return status;
    default:
      return 'warning';
  }
}

function windowOf(kind: string, window: JsonObject): LimitWindow[] {
  const used = amount(window['utilization']);
  return used === undefined ? [] : [{ kind, used, ...reset(window) }];
}

function reset({ resetsAt }: JsonObject): { readonly resetsAt?: number } {
  const seconds = amount(resetsAt);
  return seconds === undefined ? {} : { resetsAt: seconds * 1000 };
}

/** A number that counts something; anything else is none. */
function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Which model and effort an agent really uses, as its settings say. */
export function appliedOf(settings: JsonObject): Pick<Use, 'model' | 'effort'> {
  const { applied } = settings;
  if (!isObject(applied)) return {};
  const model = asString(applied['model']);
  const effort = asString(applied['effort']);
  return { ...(model ? { model } : {}), ...(effort ? { effort } : {}) };
}

export function contextOf(usage: JsonObject): ContextUse | undefined {
  const tokens = amount(usage['totalTokens']);
  const window = amount(usage['maxTokens']);
  return tokens === undefined ? undefined : { tokens, ...(window === undefined ? {} : { window }) };
}
