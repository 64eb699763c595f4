import type { RepositoryChoice } from '../core/session/repository';
import { say } from '../core/texts/sentence';

/** What the person is told when an agent was stopped for it. */
export const broughtStops = say(
  'What the repository brings is no longer what you accepted, so the agent was stopped. Your next message goes on without what is new.',
);

interface BroughtGuardOptions {
  /** With what of the repository the agent that runs was started; undefined where none runs. */
  readonly took: () => RepositoryChoice | undefined;
  /** What an agent that starts now may take. */
  readonly may: () => Promise<RepositoryChoice>;
  /** Whether something runs that ends by itself. */
  readonly runs: () => boolean;
  readonly stop: () => Promise<void>;
}

/**
 * Stops an agent that has all of the repository once that is no longer what was accepted: it takes changes of hooks,
 * variables and skills while it runs. What is running is not torn; the next thing does not begin.
 */
export class BroughtGuard {
  readonly #options: BroughtGuardOptions;
  #due = false;
  #stops = false;

  constructor(options: BroughtGuardOptions) {
    this.#options = options;
  }

  /** Looks whether what was accepted is still what is there; undefined where there is nothing to look at. */
  look(): Promise<void> | undefined {
    return this.#options.took() === 'all' && !this.#due ? this.#look() : undefined;
  }

  async #look(): Promise<void> {
    const { took, may } = this.#options;
    if ((await this.#allowed(may)) || took() !== 'all') return;
    this.#due = true;
    // The stop waits for the turn to end, and the turn for this look.
    void this.settle();
  }

  /** A repository that cannot be read is not what was accepted. */
  async #allowed(may: BroughtGuardOptions['may']): Promise<boolean> {
    return may().then(
      choice => choice === 'all',
      () => false,
    );
  }

  /** Something has ended: a stop that waited for it comes now. */
  async settle(): Promise<void> {
    const { runs, stop } = this.#options;
    if (!this.#due || this.#stops || runs()) return;
    this.#stops = true;
    await stop().finally(() => {
      this.#stops = false;
      this.#due = false;
    });
  }
}
