import { isNewer, type JournalLine, type JournalRecord, noHash } from './journal';
import { factsAfter, noFacts, type SessionFacts } from './sessionFacts';

/** Behind a line of a record: how much lies before it. */
export interface Mark {
  readonly lines: number;
  /** The hash of the last line before. */
  readonly head: string;
  /** Of the conversation. */
  readonly items: number;
}

/** What is known of a record without reading it: for a list of many, and to read only the end of a long one. */
export interface Summary extends Mark {
  readonly facts: SessionFacts;
  readonly calls: number;
  /** The newest version in which a line was written. */
  readonly version: number;
  /** The version of the agent that wrote last. */
  readonly agent: string;
}

export const noSummary: Summary = {
  lines: 0,
  head: noHash,
  items: 0,
  facts: noFacts,
  calls: 0,
  version: 0,
  agent: '',
};

export function summaryAfter(summary: Summary, line: JournalLine): Summary {
  const { record } = line;
  return {
    lines: line.seq,
    head: line.hash,
    items: summary.items + (isItem(record) ? 1 : 0),
    // Of a newer version, and of a line that was changed, only what has the shape that is known.
    facts: (tellsFacts(record) ?? !isNewer(line)) ? factsAfter(summary.facts, record, line.at) : summary.facts,
    calls: summary.calls + (record.type === 'proposed' ? 1 : 0),
    version: Math.max(summary.version, line.v),
    agent: record.type === 'agent_session' && typeof record.version === 'string' ? record.version : summary.agent,
  };
}

/** Whether it is one of a conversation's items: as many as are counted here are in its transcript. */
function isItem(record: JournalRecord): boolean {
  switch (record.type) {
    case 'user_message':
    case 'agent_message':
    case 'notice':
    case 'divider':
      return true;
    case 'proposed':
      return record.passes !== true;
    default:
      return false;
  }
}

/** Undefined where it is none of those that are known. */
function tellsFacts(record: JournalRecord): boolean | undefined {
  const texts = (...values: readonly unknown[]): boolean => values.every(value => typeof value === 'string');
  switch (record.type) {
    case 'session_started':
      return texts(record.sessionId, record.cliSessionId, record.cwd, record.title);
    case 'renamed':
      return texts(record.title);
    case 'user_message':
      return texts(record.text);
    default:
      return undefined;
  }
}
