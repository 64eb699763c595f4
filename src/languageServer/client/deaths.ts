import { CloseAction, type CloseHandlerResult, ErrorAction, type ErrorHandler } from 'vscode-languageclient/node';

const mostDeaths = 3;
const withinMs = 3 * 60_000;

/** How often the server ended by itself. Twice it is started again without a word; a third time a person is asked. */
export class Deaths {
  readonly #times: number[] = [];
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  handler(onLast: () => void): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: (): CloseHandlerResult => {
        if (!this.isLast()) return { action: CloseAction.Restart, handled: true };
        onLast();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  /** Counts a death; after the last one the count begins anew. */
  isLast(): boolean {
    this.#times.push(this.#now());
    const recent = this.#times.filter(at => this.#now() - at < withinMs);
    if (recent.length < mostDeaths) return false;
    this.#times.length = 0;
    return true;
  }
}
