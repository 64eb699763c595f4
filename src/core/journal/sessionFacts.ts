import type { AgentProcess, JournalRecord } from './journal';

/** What a session is, beside what is said and done in it. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly cliSessionId: string;
  readonly cwd: string;
  readonly title: string;
  readonly startedAt: string;
  readonly turns: number;
  /** The agent that was started last; the first journals do not say. */
  readonly agent?: AgentProcess;
  /** Which agent over ACP it is with, by its name. */
  readonly agentName?: string;
  /** The last message of the person. */
  readonly lastSaid?: string;
  /** It was branched off another one, and its agent has not begun yet. */
  readonly fork?: Fork;
}

/** From where a fork goes on in the conversation of its origin. */
export interface Fork {
  /** After this message of the agent; absent: at its end. */
  readonly at?: string;
}

/** A session that nobody named is called by the first words that were said in it, and by no more of them. */
const titleLength = 80;

/** Of a journal that has not said anything yet: without an id it is no session. */
export const noFacts: SessionFacts = { sessionId: '', cliSessionId: '', cwd: '', title: '', startedAt: '', turns: 0 };

export function factsAfter(facts: SessionFacts, record: JournalRecord, at: string): SessionFacts {
  switch (record.type) {
    case 'session_started': {
      const { sessionId, cliSessionId, cwd, title, agent, fork } = record;
      const named = { ...(agent === undefined ? {} : { agentName: agent }), ...(fork ? { fork } : {}) };
      return { ...facts, sessionId, cliSessionId, cwd, title, startedAt: at, ...named };
    }
    case 'agent_started':
      return record.process ? { ...facts, agent: record.process } : facts;
    case 'agent_session': {
      const { fork: _, ...begun } = facts;
      return { ...begun, cliSessionId: record.cliSessionId };
    }
    case 'renamed':
      return { ...facts, title: record.title };
    case 'user_message':
      return {
        ...facts,
        turns: facts.turns + 1,
        title: facts.title || record.text.slice(0, titleLength),
        lastSaid: record.id,
      };
    default:
      return facts;
  }
}
