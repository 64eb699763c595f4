import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../core/base/log';
import type { RecordDetail } from '../core/journal/told';
import type { JournalFolder } from '../stores/journalFolder';
import type { RecordSender } from '../stores/recordSender';
import type { TeamStore } from '../stores/teamStore';

const mostTries = 3;

/** Sends what a run decides to the record of a team, and waits for that at the end, but not without end. */
export class Recording {
  readonly #sender: RecordSender;
  readonly #log: Log;

  constructor(options: {
    readonly journals: JournalFolder;
    readonly store: Pick<TeamStore, 'recorder'>;
    readonly detail: RecordDetail;
    readonly log: Log;
  }) {
    const { journals, store, detail, log } = options;
    this.#log = log;
    this.#sender = store.recorder({ journals, detail, log, onChange() {} });
  }

  written(session: string): void {
    this.#sender.written(session);
  }

  async end(): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      if (tries > 0) await pause(1000);
      await this.#sender.tried();
      if (!this.#sender.status.why) break;
    }
    const { waiting } = this.#sender.status;
    if (waiting > 0)
      this.#log.warn(`${waiting} lines were not sent. The next run with --record and the same --journal sends them.`);
    await this.#sender.close();
  }
}
