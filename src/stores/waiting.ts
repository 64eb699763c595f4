import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';

/** Somebody waits for a long reading, and may not want it any more. */
export interface Waiting {
  /** Which part of it was done since the last time, of 1. */
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** Does something long in sight of whoever waits for it. What was called off fails. */
export type WaitFor = <T>(work: (waiting: Waiting) => Promise<T>) => Promise<T>;

/** Nobody waits. */
export const atOnce: WaitFor = work => work({ onProgress: () => {}, signal: new AbortController().signal });

export class CalledOff extends Told {
  constructor() {
    super(say('It was called off.'));
  }
}

/** Whoever called it off knows that there is nothing. */
export function unlessCalledOff<T>(working: Promise<T>): Promise<T | undefined> {
  return working.catch((error: unknown) => {
    if (error instanceof CalledOff) return undefined;
    throw error;
  });
}
