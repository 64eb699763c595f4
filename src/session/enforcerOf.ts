import { agentEnvironment } from '../agents/environment';
import { Enforcer } from './enforcer';
import type { SessionOptions } from './options';

/** What keeps the sandbox of a session's agents to the rules. */
export function enforcerOf({ enforcement, environment, sessionId }: SessionOptions, onChange: () => void): Enforcer {
  const agentPath = (): string => agentEnvironment(process.env, environment())['PATH'] ?? '';
  return new Enforcer({ ...enforcement, sessionId, agentPath, onChange });
}
