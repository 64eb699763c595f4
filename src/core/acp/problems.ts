import { asString, isObject } from '../base/json';
import type { SessionProblem } from '../session/view';
import { say, type Sentence } from '../texts/sentence';

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

/** What an agent has to say against beginning. */
export function beginProblem(
  agent: string,
  error: unknown,
  methods: unknown,
  stderr: readonly string[],
): SessionProblem {
  const code = isObject(error) ? error['code'] : undefined;
  const message: Sentence =
    code === loginNeeded
      ? say('{agent} wants you to log in: {methods}. Log in with its own program in a terminal, then restart.', {
          agent,
          methods: namesOf(methods),
        })
      : say('{agent} could not begin, so it was ended: {reason}', { agent, reason: reasonOf(error) });
  return { code: code === loginNeeded ? 'agent-login' : 'agent-ended', message, stderr: stderr.slice(-12) };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function namesOf(methods: unknown): string {
  const names = Array.isArray(methods) ? methods.filter(isObject).flatMap(it => asString(it['name']) ?? []) : [];
  return names.length > 0 ? names.join(', ') : '?';
}
