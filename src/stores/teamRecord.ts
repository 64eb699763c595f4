import type { RecordLine } from '../core/journal/told';

/** So far the record of a session goes. */
export type RecordEnd = Pick<RecordLine, 'number' | 'hash'>;

/** What one person recorded of a session. */
export interface RecordCopy {
  /** As whom the store knows them. */
  readonly role: string;
  readonly last: number;
}

/** What the sessions of a team decided, on a server that may be away: then all of this throws. */
export interface TeamRecord {
  /**
   * Adds those that follow what is there of this session, one behind the other, and passes over all others. Says where the
   * record ends then; nothing, where there is none. Only the store says who wrote a line, and when.
   */
  append(session: string, lines: readonly RecordLine[]): Promise<RecordEnd | undefined>;
  /** Who recorded lines of a session, as far as this person may read them. */
  copies(session: string): Promise<readonly RecordCopy[]>;
  /** The next lines behind a number, in their order; none at the end. */
  read(session: string, role: string, behind: number): Promise<readonly RecordLine[]>;
}
