import { say, type Sentence } from '../texts/sentence';

/** The end of a record, as it is kept elsewhere too: so many lines, and the hash of the last of them. */
export interface Seal {
  readonly lines: number;
  readonly head: string;
  /** Made of both with a key, where there was one. */
  readonly tag?: string;
}

/** With what the record of one session is sealed while it is written. */
export interface Sealing {
  /** The end that was kept when it was last written. */
  readonly end?: Seal;
  /** Made with a key that is not kept beside the record, and beginning with the name of that key. */
  tag(lines: number, head: string): string | undefined;
  /** So much of the record is on the disk. */
  written(seal: Seal): void;
}

/** What is wrong with a record that has not the end that was kept of it. */
export function endMissing({ lines }: Seal): Sentence {
  return say('Lines at its end are missing or were exchanged: it had {lines}.', { lines });
}

/** A record gets a tag each so many lines, and when it is closed. */
export const linesBetweenTags = 256;

/** What a tag is made of. */
export function taggedText(sessionId: string, lines: number, head: string): string {
  return `latch record\n${sessionId}\n${lines}\n${head}`;
}

/** The name of the key with which a tag was made. */
export function keyOf(tag: string): string {
  return tag.slice(0, tag.indexOf(':'));
}
