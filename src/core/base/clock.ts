export interface Clock {
  /** Milliseconds that only ever go up, whatever the wall clock does. */
  now(): number;
  /** Runs `then` once after `ms`; the result cancels it. */
  after(ms: number, then: () => void): () => void;
}
