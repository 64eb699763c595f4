/** Longer waits are not for a timer: it would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Sessions in which, for a while, nothing is asked. What is denied, protected or of critical risk is not affected. */
export class TrustAll {
  readonly #onChange: () => void;
  readonly #until = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout | undefined }>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Milliseconds since 1970; 0 for a session that asks. */
  until(sessionId: string): number {
    return this.#until.get(sessionId)?.at ?? 0;
  }

  get sessions(): readonly { readonly sessionId: string; readonly until: number | null }[] {
    return [...this.#until].map(([sessionId, { at }]) => ({ sessionId, until: Number.isFinite(at) ? at : null }));
  }

  /** Without `ms`, until the session ends. */
  begin(sessionId: string, now: number, ms?: number): void {
    this.#forget(sessionId);
    const at = ms === undefined ? Number.POSITIVE_INFINITY : now + ms;
    const timer =
      ms === undefined ? undefined : setTimeout(() => this.end(sessionId), Math.min(ms, longestTimerMs)).unref();
    this.#until.set(sessionId, { at, timer });
    this.#onChange();
  }

  end(sessionId: string): void {
    if (this.#forget(sessionId)) this.#onChange();
  }

  #forget(sessionId: string): boolean {
    clearTimeout(this.#until.get(sessionId)?.timer);
    return this.#until.delete(sessionId);
  }
}
