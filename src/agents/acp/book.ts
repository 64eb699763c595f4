import { mayRunUnasked, runUnasked } from '../../core/acp/updates';
import type { AcpState, Read } from '../../core/acp/state';
import type { AgentLinkOptions } from '../link';

type BookOptions = Pick<AgentLinkOptions, 'clock' | 'log' | 'onEvent'>;

/** How long a call may be said to run before it counts as not asked for. Those that ask then do it in milliseconds. */
const askedWithinMs = 1000;

/** What an agent has told so far. */
export class Book {
  readonly #options: BookOptions;
  #isWatched = false;
  #stopWatching = (): void => {};
  state: AcpState;

  constructor(state: AcpState, options: BookOptions) {
    this.state = state;
    this.#options = options;
  }

  /** Keeps what was read, and tells each event although another fails. */
  tell([state, events]: Read): void {
    const { log, onEvent } = this.#options;
    this.state = state;
    for (const event of events)
      try {
        if (event.type === 'malformed') log.warn(`acp: malformed: ${event.what}`);
        else if (event.type === 'ignored') log.info(`acp: ${event.what} is not shown here`);
        else onEvent(event);
      } catch (error) {
        log.error(`${event.type} failed: ${String(error)}`);
      }
    if (this.#isWatched || !mayRunUnasked(state)) return;
    this.#isWatched = true;
    this.#stopWatching = this.#options.clock.after(askedWithinMs, () => {
      this.#isWatched = false;
      this.tell(runUnasked(this.state));
    });
  }

  end(): void {
    this.#stopWatching();
  }
}
