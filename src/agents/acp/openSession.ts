import { reasonOf } from '../../core/acp/problems';
import { type Abilities, modeIn } from '../../core/acp/requests';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import type { Log } from '../../core/base/log';

interface OpenOptions extends Pick<Abilities, 'goesOnBy'> {
  readonly ask: (method: string, params: JsonObject) => Promise<unknown>;
  readonly cwd: string;
  readonly log: Log;
  /** The conversation to go on with. */
  readonly goOnWith: string | undefined;
  /** It cannot go on with it, and begins another one. */
  readonly onForgot: () => void;
}

interface OpenedSession {
  readonly sessionId: string;
  readonly mode: string;
}

/** Goes on with a conversation where the agent can, and begins one where it cannot. */
export async function openSession({
  ask,
  cwd,
  log,
  goesOnBy,
  goOnWith,
  onForgot,
}: OpenOptions): Promise<OpenedSession> {
  if (goOnWith !== undefined && goesOnBy !== undefined)
    try {
      const reply = await ask(goesOnBy, { sessionId: goOnWith, cwd, mcpServers: [] });
      return { sessionId: goOnWith, mode: modeIn(reply) };
    } catch (error) {
      log.warn(`acp: ${goesOnBy}: ${reasonOf(error)}`);
    }
  if (goOnWith !== undefined) onForgot();
  const reply = await ask('session/new', { cwd, mcpServers: [] });
  const sessionId = isObject(reply) ? asString(reply['sessionId']) : undefined;
  if (!sessionId) throw new Error('session/new gave no sessionId');
  return { sessionId, mode: modeIn(reply) };
}
