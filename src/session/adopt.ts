import type { ClaudeSession, ClaudeSessions } from '../stores/claudeSessions';
import { isJournal } from '../stores/journalParts';
import { holdJournal } from './heldJournal';
import type { SessionsOptions } from './sessionsOptions';

type AdoptOptions = Pick<SessionsOptions, 'journals' | 'log' | 'sealing' | 'address' | 'cwd'>;

/**
 * Begins the record of a conversation that was held elsewhere, with what was said there, so that it can be opened like
 * any other. One that has a record already is left as it is.
 */
export async function adopt(
  options: AdoptOptions,
  { sessionId, title, path }: ClaudeSession,
  claude: Pick<ClaudeSessions, 'said'>,
): Promise<void> {
  if (await isJournal(options.journals.fileOf(sessionId))) return;
  const said = await claude.said(path);
  const held = await holdJournal(options, sessionId);
  if (!held.ok) return;
  const { journal } = held;
  journal.note({ type: 'session_started', sessionId, cliSessionId: sessionId, cwd: options.cwd(), title });
  for (const record of said) journal.note(record);
  await journal.close();
}
