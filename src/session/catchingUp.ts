import type { Log } from '../core/base/log';
import type { Said } from '../core/conversation/lines';
import type { SessionOptions } from './options';

interface CatchingUpParts extends Pick<SessionOptions, 'saidElsewhere'> {
  readonly known: () => ReadonlySet<string>;
  readonly take: (said: readonly Said[]) => void;
  readonly log: Log;
}

/** Catches up with the conversation that is named, for as long as it is. */
export type CatchUp = (goesOnWith: () => string | undefined) => Promise<void>;

/**
 * Takes into the record, once, what a person said and heard in a conversation elsewhere, such as in a terminal: the next
 * agent goes on from that. One that runs knows nothing of it.
 */
export function catchingUp({ saidElsewhere, known, take, log }: CatchingUpParts): CatchUp {
  let last = Promise.resolve();
  async function catchUp(goesOnWith: () => string | undefined): Promise<void> {
    const conversation = goesOnWith();
    if (conversation === undefined || !saidElsewhere) return;
    const said = await saidElsewhere(conversation, known());
    if (goesOnWith() === conversation) take(said);
  }
  // One after the other: what is known must hold what was found before.
  return goesOnWith =>
    (last = last
      .then(() => catchUp(goesOnWith))
      .catch((error: unknown) => log.warn(`what was said elsewhere: ${String(error)}`)));
}
