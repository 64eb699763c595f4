import { agentEnvironment } from '../agents/environment';
import { Enforcer } from './enforcer';
import type { SessionOptions } from './options';

/** What keeps the sandbox of a session's agents to the rules. */
export function enforcerOf(
  { enforcement, environment, cwd, sessionId }: SessionOptions,
  onChange: () => void,
): Enforcer {
  const agents = (): Record<string, string> => agentEnvironment(process.env, environment());
  return new Enforcer({ ...enforcement, sessionId, cwd, environment: agents, onChange });
}
