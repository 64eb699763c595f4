import type { ChannelOptions } from './options';
import { within } from '../core/base/within';
import type { JournalRecord } from '../core/journal/journal';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';

/** How long the disk may take for a line that somebody waits for. */
const recordWithinMs = 10_000;
/** How often a journal that failed is tried again. */
const againMs = 5000;

/** Puts records on the disk or fails in time. A journal that failed is tried again until it works, and that is told. */
export class Recorder {
  readonly #options: Pick<ChannelOptions, 'journal' | 'clock' | 'onNotice'>;
  #stopTrying: (() => void) | undefined;

  constructor(options: Pick<ChannelOptions, 'journal' | 'clock' | 'onNotice'>) {
    this.#options = options;
  }

  async append(records: readonly JournalRecord[]): Promise<void> {
    const { journal, clock } = this.#options;
    try {
      await within(clock, recordWithinMs, journal.append(records), () => {
        throw new Told(say('it did not take it within {seconds} s', { seconds: recordWithinMs / 1000 }));
      });
    } catch (error) {
      this.#failed();
      throw error;
    }
    this.#healed();
  }

  /** Nobody waits for it any more. */
  close(): void {
    this.#stopTrying?.();
    this.#stopTrying = undefined;
  }

  #failed(): void {
    this.#stopTrying ??= this.#options.clock.after(againMs, () => {
      // Where it hangs it is not asked a second time: what comes of the first try is told.
      this.#options.journal.append([]).then(
        () => this.#healed(),
        () => {
          if (this.#stopTrying === undefined) return;
          this.#stopTrying = undefined;
          this.#failed();
        },
      );
    });
  }

  #healed(): void {
    if (this.#stopTrying === undefined) return;
    this.close();
    this.#options.onNotice('info', say('The journal can be written again.'));
  }
}
