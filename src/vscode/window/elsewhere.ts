import type { SessionElsewhere } from '../../core/protocol/updates';
import type { Sessions } from '../../session/sessions';

/** The sessions of this folder that run in other windows and are not shown here. */
export async function elsewhereOf(sessions: Sessions): Promise<readonly SessionElsewhere[]> {
  const states = await sessions.elsewhere();
  // Mostly there are none, and then no journal has to be looked at.
  const past = states.size === 0 ? [] : await sessions.past();
  return past.flatMap(({ sessionId, title }) => {
    const state = states.get(sessionId);
    return state ? [{ sessionId, title, state }] : [];
  });
}
