import { readUpdate } from '../../core/acp/updates';
import { isObject, type JsonObject } from '../../core/base/json';
import type { Log } from '../../core/base/log';
import type { Book } from './book';

interface UpdatesOptions {
  readonly book: Book;
  readonly log: Log;
}

/** What an agent says of the session itself, and not in it. */
const aboutSession = new Set([
  'available_commands_update',
  'config_option_update',
  'current_mode_update',
  'usage_update',
]);

/**
 * The updates of a session. Some agents tell of it before they have named it; what they replay of an earlier conversation
 * is on the screen already.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  #session: string | undefined;
  #early: readonly JsonObject[] = [];

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  opened(session: string): void {
    this.#session = session;
    const early = this.#early;
    this.#early = [];
    for (const params of early) if (params['sessionId'] === session) this.take(params);
  }

  take(params: unknown): void {
    const { book, log } = this.#options;
    const update = isObject(params) ? params['update'] : undefined;
    if (!isObject(params) || !isObject(update)) log.warn('acp: an update without what is new');
    else if (this.#session === undefined) {
      const kind = update['sessionUpdate'];
      if (typeof kind === 'string' && aboutSession.has(kind)) this.#early = [...this.#early, params];
    } else if (params['sessionId'] === this.#session) book.tell(readUpdate(book.state, update));
    else log.warn('acp: an update of no session of ours');
  }
}
