import { History } from '../core/journal/history';
import type { JournalRecord } from '../core/journal/journal';
import { type RestoredSession, restoredSession } from '../core/journal/restored';
import { startedRecord } from './agentOf';
import { followJournal } from '../stores/readJournal';
import type { OpenSession } from './openSession';

/** From which message of a person on another way is taken: the last one of the agent before it, where there is one. */
export interface ForkPoint {
  readonly messageId: string;
  readonly agentBefore: string | undefined;
}

/** What a session that branches off begins with, as its origin's record tells it. */
interface Fork {
  readonly past: RestoredSession;
  readonly records: (sessionId: string) => readonly JournalRecord[];
}

/** What the chat shows of calls; how they were asked for and answered stays in the record of the origin. */
const shown: ReadonlySet<JournalRecord['type']> = new Set<JournalRecord['type']>([
  'user_message',
  'agent_message',
  'proposed',
  'interaction_response',
  'ran_unasked',
  'withdrawn',
  'result',
  'agent_lost',
]);

/** What a person said in a session, from its beginning on. */
export async function messagesOf(
  session: Pick<OpenSession, 'savedJournal' | 'transcript' | 'unread'>,
): Promise<readonly { readonly id: string; readonly text: string }[]> {
  const said = new Map<string, string>();
  if (session.unread > 0)
    await followJournal(await session.savedJournal(), line => {
      if (line?.record.type === 'user_message') said.set(line.record.id, line.record.text);
    });
  // What is held is as it was written; on record secrets are masked.
  for (const item of session.transcript) if (item.kind === 'user') said.set(item.id, item.text);
  return [...said].map(([id, text]) => ({ id, text }));
}

export async function forkOf(journal: string, name: string, point?: ForkPoint): Promise<Fork | undefined> {
  const history = new History();
  const records: JournalRecord[] = [];
  let isBefore = true;
  await followJournal(journal, line => {
    if (!line) return;
    const { record } = line;
    isBefore &&= record.type !== 'user_message' || record.id !== point?.messageId;
    if (!isBefore) return;
    history.apply(line);
    if (shown.has(record.type)) records.push(record);
  });
  const from = restoredSession(history);
  if (!from) return undefined;
  const title = `${from.title || name} (fork)`;
  // Before the first answer there is nothing to go on from.
  const turns = point && point.agentBefore === undefined ? 0 : from.turns;
  const at = point?.agentBefore;
  const fork = point ? (at === undefined ? {} : { at }) : (from.fork ?? {});
  const { cwd, agentName } = from;
  return {
    past: { ...from, title, turns, fork },
    records: sessionId => {
      const cliSessionId = turns === 0 ? sessionId : from.cliSessionId;
      return [startedRecord({ sessionId, cliSessionId, cwd, title, agentName, fork }), ...records];
    },
  };
}
