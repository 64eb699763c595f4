/**
 * How much one call may cost to be judged. What is counted are steps, not time, so that the same call always gets the
 * same answer. A step is about two microseconds: a command that is looked at, a word that is copied, a path that is
 * followed, a few rules that are tried.
 */
export const mostSteps = {
  /** To find out what a call starts; what is beyond is not followed. */
  starting: 1800,
  /** For everything else together; what is beyond is not judged, and asks. */
  judging: 5000,
} as const;

/** Longer texts are not read at all: nobody can, and they ask. */
export const longestCommand = 256 * 1024;
/** No file system takes a longer path. */
export const longestPath = 4096;
/** Browsers and servers take no longer one. */
export const longestAddress = 32 * 1024;

/** A call is too big to be judged. */
export class TooBig extends Error {}

export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** False when there is not so much left, from then on for ever. */
  take(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  spend(steps: number): void {
    if (!this.take(steps)) throw new TooBig();
  }
}
