import type { Sentence } from '../texts/sentence';
import type { JsonObject } from '../base/json';
import type { InteractionResponse } from './interaction';

export interface ConfirmOptions {
  /** The input as the person edited it. Absent: exactly what was shown. */
  readonly updatedInput?: JsonObject;
  /** The answer to the card's interaction. */
  readonly response?: InteractionResponse;
  /** An answer of the agent's own that holds for longer, by its id. */
  readonly option?: string;
  /** How to go on from a plan. */
  readonly plan?: 'manual' | 'acceptEdits' | 'clear';
  /** Which of the agent's suggestions were ticked, each as the card listed it. */
  readonly suggestions?: readonly JsonObject[];
  /** What to tell the model with a deny, verbatim. */
  readonly note?: string;
  /** Ends the turn with the deny. */
  readonly stop?: boolean;
}

/** Whether an answer was taken, or why not. One that was not taken has been written nowhere. */
export type Confirmed = { readonly ok: true } | { readonly ok: false; readonly reason: Sentence };

export interface ConfirmParams {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly confirmed: boolean;
  /** The revision of the card that the person saw. */
  readonly revision: number;
  readonly options?: ConfirmOptions;
}
