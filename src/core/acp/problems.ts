import { asString, isObject, type JsonObject } from '../base/json';
import type { Login, SessionProblem } from '../session/view';
import { say } from '../texts/sentence';

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly startError?: string;
}

/** Why an agent is not there any more, in words for the person who has to do something about it. */
export function exitProblem(agent: string, exit: Exit, stderr: readonly string[]): SessionProblem {
  const { code, signal, startError } = exit;
  const last = stderr.slice(-12);
  if (startError !== undefined)
    return {
      code: 'agent-ended',
      message: say('{agent} could not be started: {error}', { agent, error: startError }),
      stderr: last,
    };
  const message = signal
    ? say('{agent} ended by {signal}.', { agent, signal })
    : say('{agent} ended with code {code}.', { agent, code: code ?? 'unknown' });
  return { code: 'agent-ended', message, stderr: last };
}

/** The error with which an agent asks for a login. */
const loginNeeded = -32000;

/** The way by which a person chose to log in came to nothing. */
export class LogInFailed extends Error {}

/** What an agent has to say against beginning. */
export function beginProblem(
  agent: string,
  error: unknown,
  methods: unknown,
  stderr: readonly string[],
): SessionProblem {
  const code = isObject(error) ? error['code'] : undefined;
  const last = stderr.slice(-12);
  const failed = error instanceof LogInFailed;
  if (code !== loginNeeded && !failed) {
    const message = say('{agent} could not begin, so it was ended: {reason}', { agent, reason: reasonOf(error) });
    return { code: 'agent-ended', message, stderr: last };
  }
  const logins = loginsIn(methods);
  if (failed)
    return {
      code: 'agent-login',
      message: say('{agent} did not log in: {reason}', { agent, reason: reasonOf(error) }),
      stderr: last,
      logins,
    };
  const message =
    logins.length > 0
      ? say('{agent} wants you to log in first. Choose how, or log in with its own program and restart.', { agent })
      : say('{agent} wants you to log in first. Log in with its own program in a terminal, then restart.', { agent });
  return { code: 'agent-login', message, stderr: last, logins };
}

/** With what the error of the protocol has beside its message, which is often no more than that there was one. */
export function reasonOf(error: unknown): string {
  const data = isObject(error) ? error['data'] : undefined;
  const details = asString(isObject(data) ? data['details'] : data);
  const message = error instanceof Error ? error.message : String(error);
  return details ? `${message} (${details})` : message;
}

function loginsIn(methods: unknown): NonNullable<SessionProblem['logins']> {
  const all = Array.isArray(methods) ? methods.filter(isObject) : [];
  return all.flatMap(method => {
    const { name, description, type } = method;
    const id = asString(method['id']);
    const told = { name: asString(name) ?? id ?? '', description: asString(description) ?? '' };
    if (id === undefined) return [];
    return [{ id, ...told, ...(type === 'terminal' ? { terminal: terminalIn(method) } : {}) }];
  });
}

function terminalIn({ args, env }: JsonObject): NonNullable<Login['terminal']> {
  const set = Object.entries(isObject(env) ? env : {}).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  return {
    args: Array.isArray(args) ? args.filter(it => typeof it === 'string') : [],
    env: Object.fromEntries(set),
  };
}
