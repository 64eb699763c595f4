import type { JsonObject } from '../base/json';
import type { AgentEvent } from '../call/events';
import type { ToolCall } from './toolCall';

/** One use of an id by the agent: as it was told, and how far it is. */
export interface KnownCall {
  /** Our name of it: the agent's own, and another one where the agent uses that again. */
  readonly id: string;
  readonly told: ToolCall;
  /** The change of a file that was asked for, as it was shown, which later words of its agent do not alter. */
  readonly asked?: JsonObject;
  /** `open`: an ask of it waits. `over`: it was answered, or has ended; whatever comes under its id is another call. */
  readonly phase: 'told' | 'begun' | 'open' | 'answered' | 'over';
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
  /** How often each id was used. */
  readonly uses: ReadonlyMap<string, number>;
  readonly writing?: Writing;
  /** How many texts there were. */
  readonly texts: number;
  readonly turn: number;
}

export type Read = readonly [AcpState, readonly AgentEvent[]];

export function initialAcp(agent: string, cwd: string, mark: string): AcpState {
  return { agent, cwd, mark, calls: new Map(), uses: new Map(), texts: 0, turn: 0 };
}

export function withCall(state: AcpState, theirId: string, call: KnownCall): AcpState {
  return { ...state, calls: new Map(state.calls).set(theirId, call) };
}

/** The next use of an id. The first one keeps the agent's own name. */
export function newUse(state: AcpState, theirId: string): readonly [AcpState, string] {
  const use = (state.uses.get(theirId) ?? 0) + 1;
  const uses = new Map(state.uses).set(theirId, use);
  return [{ ...state, uses }, use === 1 ? theirId : `${theirId}#${use}`];
}

/** The call under our name of it. */
export function theirIdOf(state: AcpState, id: string): string | undefined {
  return [...state.calls].find(([, call]) => call.id === id)?.[0];
}
