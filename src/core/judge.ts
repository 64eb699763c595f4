import type { CardReason, Risk } from './card';
import type { GateVerdict } from './gateState';
import type { JsonObject } from './json';

/** What the rules make of one call: the verdict for the gate, and what the card says about it. */
export interface Judgement {
  readonly verdict: GateVerdict;
  readonly risk: Risk;
  readonly riskSentence: string;
  readonly because: readonly CardReason[];
}

export interface JudgedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  /** The permission mode of the agent, as it calls it. */
  readonly mode?: string;
  /** The session that the call belongs to: some rules are those of one session only. */
  readonly sessionId?: string;
}

export type Judge = (call: JudgedCall) => Judgement;
