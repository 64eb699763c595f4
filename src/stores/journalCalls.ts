import { type PastCall, pastCalls } from '../core/journal/pastCalls';
import type { JournalFolder } from './journalFolder';

/** Journals are read from the newest on, and no more of them than this. */
const mostJournals = 50;

/** The calls of the journals of one folder. */
export class JournalCalls {
  readonly #journals: JournalFolder;
  readonly #cwd: () => string;

  constructor(journals: JournalFolder, cwd: () => string) {
    this.#journals = journals;
    this.#cwd = cwd;
  }

  /** The last calls, oldest first. */
  async recent(most: number): Promise<readonly PastCall[]> {
    const entries = (await this.#journals.sessionsIn(this.#cwd())).slice(0, mostJournals);
    const found: PastCall[] = [];
    for (const entry of entries) {
      found.push(...pastCalls(await this.#journals.calls(entry)));
      if (found.length >= most) break;
    }
    return found.toSorted((one, other) => one.at.localeCompare(other.at)).slice(-most);
  }
}
