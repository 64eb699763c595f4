import { callsIn, type PastCall } from '../core/journal/pastCalls';
import { listJournals, readJournal } from './journalFolder';

/** Journals are read from the newest on, and no more of them than this. */
const mostJournals = 50;

/** The calls of the journals of one folder. A journal is read again only when it has grown. */
export class JournalCalls {
  readonly #folder: string;
  readonly #cwd: () => string;
  readonly #known = new Map<string, { readonly stamp: string; readonly calls: readonly PastCall[] }>();

  constructor(folder: string, cwd: () => string) {
    this.#folder = folder;
    this.#cwd = cwd;
  }

  /** The last calls, oldest first. */
  async recent(most: number): Promise<readonly PastCall[]> {
    const cwd = this.#cwd();
    const entries = (await listJournals(this.#folder)).filter(entry => entry.cwd === cwd).slice(0, mostJournals);
    const found: PastCall[] = [];
    for (const { path, changedAt, size } of entries) {
      const stamp = `${changedAt} ${size}`;
      const known = this.#known.get(path);
      const calls = known?.stamp === stamp ? known.calls : callsIn((await readJournal(path)).lines);
      this.#known.set(path, { stamp, calls });
      found.push(...calls);
      if (found.length >= most) break;
    }
    return found.toSorted((one, other) => one.at.localeCompare(other.at)).slice(-most);
  }
}
