import type { JournalRecord } from '../core/journal/journal';
import type { Fork, SessionFacts } from '../core/journal/sessionFacts';
import type { SessionOptions } from './options';
import type { SessionsOptions } from './sessionsOptions';

/** The agent over ACP of a session, looked up in the settings at each of its starts; undefined for Claude Code. */
export function agentOf({ agents }: SessionsOptions, name: string | undefined): SessionOptions['acp'] | undefined {
  return name === undefined ? undefined : { name, find: () => agents?.().find(agent => agent.name === name) };
}

type Started = Pick<SessionFacts, 'sessionId' | 'cliSessionId' | 'cwd' | 'title'> & {
  readonly agentName?: string | undefined;
  readonly fork?: Fork;
};

/** The first line of a journal. */
export function startedRecord({ sessionId, cliSessionId, cwd, title, agentName: agent, fork }: Started): JournalRecord {
  const started = { type: 'session_started', sessionId, cliSessionId, cwd, title } as const;
  return { ...started, ...(agent === undefined ? {} : { agent }), ...(fork ? { fork } : {}) };
}
