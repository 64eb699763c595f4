import { setTimeout as pause } from 'node:timers/promises';
import type { Attachment } from '../core/message/message';
import { isElsewhere, type OpenSession } from './openSession';
import type { Sessions } from './sessions';

/** How long a message waits for its session to come over, which takes a moment where nobody is in the way. */
const comesWithinMs = 5000;
const soonMs = 50;

/** A message to one that comes over in this very moment goes to what it is then, unless it may have arrived before. */
export async function sendTo(
  sessions: Pick<Sessions, 'get'>,
  session: OpenSession,
  text: string,
  attachments: readonly Attachment[] = [],
): Promise<void> {
  if (!isElsewhere(session)) return session.send(text, attachments);
  try {
    await session.send(text, attachments);
  } catch (error) {
    if (session.mayHaveHappened(error)) throw error;
    for (let waited = 0; waited < comesWithinMs && sessions.get(session.id) === session; waited += soonMs)
      await pause(soonMs);
    const now = sessions.get(session.id);
    if (!now || isElsewhere(now)) throw error;
    await now.send(text, attachments);
  }
}
