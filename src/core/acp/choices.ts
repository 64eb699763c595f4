import type { AgentChoices } from '../call/use';
import type { AgentMode, ModelChoice } from '../call/agentFacts';
import type { AgentEvent } from '../call/events';
import { asString, isObject, type JsonObject } from '../base/json';

type Chosen = 'model' | 'mode' | 'effort';

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

interface Choice {
  readonly now: string;
  readonly offers: readonly Offer[];
  /** The option of its configuration that it is; absent: the protocol has a request of its own for it. */
  readonly configId?: string;
}

/** What a person can choose of an agent: its model, its mode, and how hard it tries. */
export type Choices = { readonly [chosen in Chosen]?: Choice };

/** How agents mark what an option of theirs is. */
const categories: Readonly<Record<Chosen, string>> = { model: 'model', mode: 'mode', effort: 'thought_level' };

/** In these an agent asks for nothing at all. They are not offered, as such a mode of Claude Code is not. */
const asksForNothing = new Set(['bypassPermissions', 'yolo', 'agent-full-access', 'full-access']);

/** Reads what the reply to a new session, or an update of its options, offers. What it does not name stays. */
export function choicesIn(reply: unknown, before: Choices = {}): Choices {
  if (!isObject(reply)) return before;
  const { models, modes, configOptions } = reply;
  const options = Array.isArray(configOptions) ? configOptions.filter(isObject) : [];
  const own = {
    model: ownChoice(models, 'currentModelId', 'availableModels', 'modelId'),
    mode: ownChoice(modes, 'currentModeId', 'availableModes', 'id'),
  };
  const configured = Object.entries(categories).map(
    ([chosen, category]) => [chosen, configChoice(options.find(option => option['category'] === category))] as const,
  );
  // Where an agent has both, the protocol wants its options used.
  return { ...before, ...given(own), ...given(Object.fromEntries(configured)) };
}

function given(all: Readonly<Record<string, Choice | undefined>>): Choices {
  return Object.fromEntries(Object.entries(all).filter(([, choice]) => choice !== undefined));
}

function ownChoice(value: unknown, now: string, list: string, id: string): Choice | undefined {
  return isObject(value) ? choiceOf(value[now], value[list], id) : undefined;
}

function configChoice(option: JsonObject | undefined): Choice | undefined {
  const configId = asString(option?.['id']);
  if (!option || configId === undefined || option['type'] !== 'select') return undefined;
  const { options } = option;
  // Options may stand in groups.
  const all = Array.isArray(options)
    ? options.filter(isObject).flatMap(it => (Array.isArray(it['options']) ? it['options'] : [it]))
    : [];
  const read = choiceOf(option['currentValue'], all, 'value');
  return read && { ...read, configId };
}

function choiceOf(now: unknown, list: unknown, id: string): Choice | undefined {
  if (typeof now !== 'string' || !Array.isArray(list)) return undefined;
  const offers = list.filter(isObject).flatMap((it): readonly Offer[] => {
    const is = asString(it[id]);
    const name = asString(it['name']);
    return is === undefined || name === undefined
      ? []
      : [{ id: is, name, description: asString(it['description']) ?? '' }];
  });
  return offers.length > 0 ? { now, offers } : undefined;
}

interface Asked {
  readonly method: string;
  readonly params: JsonObject;
}

/** How an agent is asked for it; undefined where it does not offer that. */
export function requestFor(choices: Choices, chosen: Chosen, id: string): Asked | undefined {
  const { offers, configId } = choices[chosen] ?? { offers: [] };
  if (!offers.some(offer => offer.id === id)) return undefined;
  if (configId !== undefined) return { method: 'session/set_config_option', params: { configId, value: id } };
  if (chosen === 'effort') return undefined;
  return chosen === 'model'
    ? { method: 'session/set_model', params: { modelId: id } }
    : { method: 'session/set_mode', params: { modeId: id } };
}

/** It took it. An option's reply says what all of them are now. */
export function afterChoosing(choices: Choices, chosen: Chosen, id: string, reply: unknown): Choices {
  const before = choices[chosen];
  return before ? choicesIn(reply, { ...choices, [chosen]: { ...before, now: id } }) : choices;
}

/** What is chosen of what a person may have chosen before. */
export function wantedOf({ model, mode, effort }: AgentChoices): readonly (readonly [Chosen, string])[] {
  const all: readonly (readonly [Chosen, string | undefined])[] = [
    ['model', model],
    ['mode', mode],
    ['effort', effort],
  ];
  return all.flatMap(([chosen, id]) => (id === undefined ? [] : [[chosen, id] as const]));
}

/** What is told of it when it is read, or has changed. */
export function choicesTold(choices: Choices): readonly AgentEvent[] {
  const { model, mode, effort } = choices;
  const efforts = effort?.offers.map(({ id }) => id);
  const models = model?.offers.map(
    ({ id, name, description }): ModelChoice => ({
      value: id,
      resolved: name,
      name,
      description,
      thinkingOff: false,
      ...(efforts ? { efforts } : {}),
    }),
  );
  const modes = mode?.offers.filter(({ id }) => !asksForNothing.has(id) || id === mode.now);
  return [
    {
      type: 'told',
      told: { facts: { ...(models ? { models } : {}), ...(modes ? { modes: modes.map(asMode) } : {}) } },
    },
    { type: 'answersWith', ...(model ? { model: nameNow(model) } : {}), ...(effort ? { effort: effort.now } : {}) },
    ...(mode ? [{ type: 'modeChanged', mode: mode.now } as const] : []),
  ];
}

/** How the model that answers is called; undefined where its agent does not say. */
export function modelNow({ model }: Choices): string | undefined {
  return model && nameNow(model);
}

function nameNow({ now, offers }: Choice): string {
  return offers.find(({ id }) => id === now)?.name ?? now;
}

function asMode({ id, name, description }: Offer): AgentMode {
  return { id, name, description };
}
