import { type Choices, afterChoosing, choicesIn, requestFor, wantedOf } from '../../core/acp/choices';
import { LogInFailed, reasonOf } from '../../core/acp/problems';
import type { Abilities } from '../../core/acp/requests';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import type { Log } from '../../core/base/log';
import type { AgentChoices } from '../../core/call/use';

export interface OpenOptions extends Pick<Abilities, 'goesOnBy'> {
  readonly ask: (method: string, params: JsonObject, withinMs?: number) => Promise<unknown>;
  readonly cwd: string;
  readonly log: Log;
  /** The conversation to go on with. */
  readonly goOnWith: string | undefined;
  /** The way of its own by which a person chose to log in. */
  readonly logIn: string | undefined;
  /** What a person chose before, or its settings say. */
  readonly wanted: AgentChoices;
  /** It cannot go on with it, and begins another one. */
  readonly onForgot: () => void;
}

interface OpenedSession {
  readonly sessionId: string;
  readonly choices: Choices;
}

/** How long a login may take: a person goes to a browser for it. */
const loggedInWithinMs = 300_000;

/** Goes on with a conversation where the agent can, and begins one where it cannot, as a person wants it. */
export async function openSession(options: OpenOptions): Promise<OpenedSession> {
  const { ask, logIn, wanted, log } = options;
  if (logIn !== undefined) await loggedIn(ask, logIn);
  const { sessionId, reply } = await begun(options);
  let choices = choicesIn(reply);
  for (const [chosen, id] of wantedOf(wanted)) {
    const asked = requestFor(choices, chosen, id);
    if (!asked) log.warn(`acp: the ${chosen} ${id} is not offered`);
    else if (choices[chosen]?.now !== id)
      try {
        const now = await ask(asked.method, { sessionId, ...asked.params });
        choices = afterChoosing(choices, chosen, id, now);
      } catch (error) {
        log.warn(`acp: the ${chosen} ${id} was not taken: ${reasonOf(error)}`);
      }
  }
  return { sessionId, choices };
}

async function loggedIn(ask: OpenOptions['ask'], methodId: string): Promise<void> {
  try {
    await ask('authenticate', { methodId }, loggedInWithinMs);
  } catch (error) {
    throw new LogInFailed(reasonOf(error), { cause: error });
  }
}

async function begun({ ask, cwd, log, goesOnBy, goOnWith, onForgot }: OpenOptions): Promise<{
  readonly sessionId: string;
  readonly reply: unknown;
}> {
  if (goOnWith !== undefined && goesOnBy !== undefined)
    try {
      return { sessionId: goOnWith, reply: await ask(goesOnBy, { sessionId: goOnWith, cwd, mcpServers: [] }) };
    } catch (error) {
      log.warn(`acp: ${goesOnBy}: ${reasonOf(error)}`);
    }
  const reply = await ask('session/new', { cwd, mcpServers: [] });
  const sessionId = isObject(reply) ? asString(reply['sessionId']) : undefined;
  if (!sessionId) throw new Error('session/new gave no sessionId');
  if (goOnWith !== undefined) onForgot();
  return { sessionId, reply };
}
