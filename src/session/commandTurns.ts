/** Commands run side by side, and one that may write where the others may not runs alone. */
export class CommandTurns {
  readonly #running = new Set<string>();
  #alone: string | undefined;
  #waiting: (() => void)[] = [];

  async enter(id: string, alone: boolean): Promise<void> {
    // One may be asked for again while it has its turn.
    const others = (): number => this.#running.size - (this.#running.has(id) ? 1 : 0);
    const mustWait = (): boolean => (this.#alone !== undefined && this.#alone !== id) || (alone && others() > 0);
    while (mustWait()) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#running.add(id);
    if (alone) this.#alone = id;
  }

  /** Whether it was the one that ran alone. */
  leave(id: string): boolean {
    if (!this.#running.delete(id)) return false;
    const wasAlone = this.#alone === id;
    if (wasAlone) this.#alone = undefined;
    this.#wake();
    return wasAlone;
  }

  clear(): void {
    this.#running.clear();
    this.#alone = undefined;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
