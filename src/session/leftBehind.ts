import { stopFamily } from '../agents/descendants';
import type { History } from '../core/journal/history';
import type { AgentProcess, Journal, JournalRecord } from '../core/journal/journal';
import { commandIn, fateOfCall } from '../core/session/trace';
import { fateOfProcess, identityOf } from '../stores/processIdentity';
import { say } from '../core/texts/sentence';

const gone = say('The agent that asked has ended.');

/**
 * Ends what the last agent of a session left running when its window was killed, before another one is started: it cannot
 * be spoken to any more, for its pipes went with the window. Writes down what is known of the calls that ran.
 */
export async function endLeftBehind(
  agent: AgentProcess | undefined,
  history: History,
  journal: Journal,
): Promise<void> {
  const stopped = agent && (await stop(agent));
  const ran = history.calls.filter(
    call => call.delivered && !call.result && !call.traced && call.decision?.choice === 'allow',
  );
  const untold = ran.filter(({ state }) => state === 'running' || state === 'lost');
  if (untold.length === 0) return;
  const lines = stopped?.map(({ command }) => command);
  const records: JournalRecord[] = [
    { type: 'agent_lost', reason: gone },
    ...untold.map(({ toolCallId, tool, input, decision }): JournalRecord => {
      const command = commandIn({ kind: 'tool', tool, input: decision?.input ?? input });
      return { type: 'traced', toolCallId, reason: fateOfCall(command, lines, gone) };
    }),
  ];
  for (const record of records) {
    history.apply({ record, at: '', hash: journal.note(record) });
  }
}

/** Undefined where it cannot be seen from here. */
async function stop(agent: AgentProcess): ReturnType<typeof stopFamily> {
  const here = identityOf(process.pid);
  if (agent.host !== here.host || agent.namespace !== here.namespace) return undefined;
  // The machine was started anew since then, and nothing outlived that.
  if (agent.boot !== here.boot) return [];
  const pid = fateOfProcess(agent) === 'lives' ? agent.pid : undefined;
  return stopFamily({ pid, mark: agent.mark });
}
