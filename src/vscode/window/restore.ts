import type { Sessions } from '../../session/sessions';
import * as config from '../config';

/** How long the window that was closed a moment ago may take to let go of its session. */
const handOverMs = 30_000;
const againMs = 400;
/** A session that ended longer ago than this is history, and not where the person left off. */
const recentMs = 12 * 3600_000;

/**
 * Opens the session that this folder had last, as it was, and forgets those that are not to be kept any longer. Whether
 * there is one that is shown now; a session that the person opened meanwhile comes before it.
 */
export async function restoreLast(sessions: Sessions, hasEnded: () => boolean): Promise<boolean> {
  await sessions.prune(config.retention(), Date.now());
  const [last] = await sessions.past();
  if (!last || Date.now() - last.changedAt > recentMs) return false;
  for (let waited = 0; waited < handOverMs && sessions.all.length === 0 && !hasEnded(); waited += againMs) {
    if (await sessions.open(last.sessionId)) return true;
    await new Promise(resolve => setTimeout(resolve, againMs));
  }
  return false;
}
