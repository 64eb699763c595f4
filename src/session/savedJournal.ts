import { within } from '../core/base/within';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';
import type { SessionOptions } from './options';

/** How long whoever wants to read the journal waits for its last lines. */
const withinMs = 10_000;

/** The file of the journal, once everything so far is in it. */
export async function saved({ clock, journal }: Pick<SessionOptions, 'clock' | 'journal'>): Promise<string> {
  await within(clock, withinMs, journal.append([]), () => {
    throw new Told(say('The journal could not be written: {error}', { error: say('the disk does not answer') }));
  });
  return journal.path;
}
