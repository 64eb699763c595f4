import { TranscriptLog } from '../transcript/log';
import type { JournalLine } from './journal';
import { callAfter, lostCall, proposedCall, type RecordedCall } from './recordedCall';
import { factsAfter, noFacts, type SessionFacts } from './sessionFacts';

type Recorded = Pick<JournalLine, 'record' | 'at' | 'hash'>;

/**
 * What a session is and which calls it had, folded line by line. It owns its map: to copy it with each of the 70,000
 * lines of a long session would take minutes.
 */
export class CallHistory {
  #facts: SessionFacts = noFacts;
  readonly #calls = new Map<string, RecordedCall>();

  get facts(): SessionFacts {
    return this.#facts;
  }

  /** In the order in which they were proposed. */
  get calls(): readonly RecordedCall[] {
    return [...this.#calls.values()];
  }

  get size(): number {
    return this.#calls.size;
  }

  call(toolCallId: string): RecordedCall | undefined {
    return this.#calls.get(toolCallId);
  }

  /** A line that was changed after it was written may lack anything: it is passed over, and its chain tells of it. */
  apply(line: Recorded): void {
    try {
      this.#apply(line);
    } catch {
      return;
    }
  }

  #apply({ record, at }: Recorded): void {
    this.#facts = factsAfter(this.#facts, record, at);
    if (record.type === 'proposed') this.#calls.set(record.toolCallId, proposedCall(record, at));
    else if (record.type === 'agent_lost')
      for (const [id, call] of this.#calls) this.#calls.set(id, lostCall(call, record.reason));
    else if ('toolCallId' in record) {
      const call = this.#calls.get(record.toolCallId);
      if (call) this.#calls.set(record.toolCallId, callAfter(call, record, at));
    }
  }
}

/** The same, with what was said in the session and what came of its calls: all that a chat shows. */
export class History extends CallHistory {
  readonly #transcript = new TranscriptLog();
  readonly #results = new Map<string, string>();

  get transcript(): TranscriptLog['items'] {
    return this.#transcript.items;
  }

  /** What a call returned, as far as it was recorded. */
  resultOf(toolCallId: string): string {
    return this.#results.get(toolCallId) ?? '';
  }

  override apply(line: Recorded): void {
    super.apply(line);
    const { record } = line;
    tell(this.#transcript, line);
    if (record.type === 'proposed' && !record.passes)
      this.#transcript.call(record.toolCallId, record.subagent?.parentToolCallId);
    if (record.type === 'result') this.#results.set(record.toolCallId, record.text);
  }
}

/**
 * Tells a transcript what was said. A conversation that goes on is told the same way as one that is read: what has no name
 * of its own has that of its line.
 */
export function tell(transcript: TranscriptLog, { record, hash }: Pick<JournalLine, 'record' | 'hash'>): void {
  switch (record.type) {
    case 'user_message':
      transcript.user(record.id, record.text, record.attachments);
      return;
    case 'agent_message':
      transcript.text(record);
      return;
    case 'notice':
      transcript.notice(hash, record.level, record.text);
      return;
    case 'divider':
      transcript.divider(hash, record.text);
      return;
    case 'returned':
      transcript.returned(record.toolCallId, record.returned);
      return;
    default:
      return;
  }
}
