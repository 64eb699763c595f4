import { asString } from '../base/json';
import { kindOf, type Wanted } from '../call/call';
import { inOne, say, type Sentence } from '../texts/sentence';

const wasStopped = say('It was still running, and was stopped.');
const runsNoMore = say('Nothing of it runs any more; what came of it is not known.');
const notSeen = say('Whether it still runs, and what came of it, is not known.');

/**
 * What is known of a call that ran when its agent was lost, by the command lines of what was still running and was stopped
 * then; undefined where processes cannot be seen. Nothing is said of how it ended by itself: nobody was there.
 */
export function fateOfCall(
  command: string | undefined,
  stopped: readonly string[] | undefined,
  agentLost: Sentence,
): Sentence {
  if (!stopped) return inOne([agentLost, notSeen]);
  const ran = command !== undefined && stopped.some(line => isCommandIn(command, line));
  return inOne([agentLost, ran ? wasStopped : runsNoMore]);
}

/** Whether a shell was started for this command: the agent hands it on in quotes of its own. */
function isCommandIn(command: string, line: string): boolean {
  const sought = ` ${wordsOf(command)} `;
  return sought.trim() !== '' && ` ${wordsOf(line)} `.includes(sought);
}

function wordsOf(text: string): string {
  return text
    .split(/[^\w./-]+/)
    .filter(Boolean)
    .join(' ');
}

/** The command that a call runs; none for a tool that is no shell. */
export function commandIn(what: Wanted): string | undefined {
  return what.kind === 'tool' && kindOf(what.tool) === 'bash' ? asString(what.input['command']) : undefined;
}
