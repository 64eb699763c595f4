import type { JsonObject } from '../base/json';
import type { AgentEvent } from '../call/events';
import type { Choices } from './choices';
import type { ToolCall } from './toolCall';

/** A call in the language of our rules, or as one of its agent. */
export interface Reading {
  readonly tool: string;
  readonly input: JsonObject;
}

/** One use of an id by the agent: as it was told, and how far it is. */
export interface KnownCall {
  /** Our name of it: the agent's own, and another one where the agent uses that again. */
  readonly id: string;
  readonly told: ToolCall;
  /** The change of a file or the command that was asked for, as it was shown, which later words of its agent do not alter. */
  readonly asked?: JsonObject;
  /** What the ask of it that waits is about. */
  readonly waits?: Reading;
  /**
   * `begun`: it is said to run, and may still be asked for. `unasked`: it runs without. `open`: an ask of it waits. `over`:
   * it was answered, or has ended; whatever comes under its id is another call.
   */
  readonly phase: 'told' | 'begun' | 'unasked' | 'open' | 'answered' | 'over';
}

/** A text that is still being written. */
interface Writing {
  readonly id: string;
  readonly kind: 'text' | 'thinking';
  readonly text: string;
}

/** What has to be remembered between two messages of an agent to read the second one. */
export interface AcpState {
  /** How the agent is called, and where it works. */
  readonly agent: string;
  readonly cwd: string;
  /** Makes what this process names different from what the one before it named. */
  readonly mark: string;
  readonly calls: ReadonlyMap<string, KnownCall>;
  /** How often each id was used: of late, and before. One map of all would be copied whole at each call. */
  readonly uses: ReadonlyMap<string, number>;
  readonly usesBefore: ReadonlyMap<string, number>;
  readonly writing?: Writing;
  /** How many texts there were. */
  readonly texts: number;
  readonly turn: number;
  readonly choices: Choices;
}

export type Read = readonly [AcpState, readonly AgentEvent[]];

export function initialAcp(agent: string, cwd: string, mark: string): AcpState {
  return { agent, cwd, mark, calls: new Map(), uses: new Map(), usesBefore: new Map(), texts: 0, turn: 0, choices: {} };
}

/** So many calls and ids are kept at hand. */
const atHand = 200;

/** Of the calls that are over those are forgotten that were told first: an id that was used is known all the same. */
export function withCall(state: AcpState, theirId: string, call: KnownCall): AcpState {
  const calls = new Map(state.calls).set(theirId, call);
  if (calls.size <= atHand) return { ...state, calls };
  const kept = [...calls].filter(([, { phase }], place) => phase !== 'over' || place > calls.size - atHand / 2);
  return { ...state, calls: new Map(kept) };
}

/** How often an id was used. */
export function usesOf({ uses, usesBefore }: AcpState, theirId: string): number {
  return uses.get(theirId) ?? usesBefore.get(theirId) ?? 0;
}

/** All of them are kept: a longer one is none. */
const longestId = 1000;

export function isId(id: string | undefined): id is string {
  return id !== undefined && id !== '' && id.length <= longestId;
}

/** What ends like a name that we made. */
const madeName = /#\d+$/;

/** The next use of an id. The first one keeps the agent's own name, unless that could be one that we made of another. */
export function newUse(state: AcpState, theirId: string): readonly [AcpState, string] {
  const use = usesOf(state, theirId) + 1;
  const uses = new Map(state.uses).set(theirId, use);
  const all = uses.size < atHand ? { uses } : { uses: new Map(), usesBefore: new Map([...state.usesBefore, ...uses]) };
  return [{ ...state, ...all }, use === 1 && !madeName.test(theirId) ? theirId : `${theirId}#${use}`];
}

/** The call under our name of it. */
export function theirIdOf(state: AcpState, id: string): string | undefined {
  return [...state.calls].find(([, call]) => call.id === id)?.[0];
}
