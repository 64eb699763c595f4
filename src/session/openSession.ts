import type { About } from './about';
import type { Log } from '../core/base/log';
import type { RuleRef } from '../core/call/ruleRef';
import type { Confirmed, ConfirmParams } from '../core/card/confirm';
import type { Attachment } from '../core/message/message';
import type { LetGo } from '../core/session/letGo';
import type { LeaseAddress } from '../stores/lease';
import type { Session } from './session';
import type { SessionListener } from './options';

/** A session that a window shows: its own, or one that runs in another window and is shown here too. */
export type OpenSession = Session | SessionElsewhere;

/** One that runs in another window, which decides, records and answers as before: here it is seen, and told what to do. */
export interface SessionElsewhere
  extends Omit<
    Pick<Session, keyof Session>,
    'confirm' | 'send' | 'lookAtBrought' | 'about' | 'prepare' | 'filesBefore' | 'catchUp'
  > {
  readonly about: AboutElsewhere;
  confirm(params: ConfirmParams): Promise<Confirmed>;
  /** The same with all that goes with an answer: the window that runs it makes the rules too. */
  answer(confirmation: ConfirmParams): Promise<{ readonly accepted: true; readonly rules?: readonly RuleRef[] }>;
  /** The link to that window is cut: nothing changes any more. */
  readonly isOver: boolean;
  /** What that window refused, or was not told, happened nowhere. */
  send(text: string, attachments?: readonly Attachment[]): Promise<void>;
  /** Whether it may be that it did what this says of a failure: it was told, and never answered. */
  mayHaveHappened(error: unknown): boolean;
  /** Asks that window to end it, so that it can go on here. */
  letGo(when: LetGo): Promise<LetGoReply>;
  /** Shows it no longer. Nothing happens to it. */
  leave(): void;
}

/** What is known of its agent, and what can be chosen of that. */
export type AboutElsewhere = Pick<About, 'facts' | 'choose'>;

export interface LetGoReply {
  readonly left: boolean;
  /** Nobody is at that window: its page is gone. */
  readonly away: boolean;
}

/** The way to a session of another window; undefined where there is none. */
export type Reach = (
  address: LeaseAddress,
  session: { readonly id: string; readonly journal: string },
  listener: SessionListener & { onOver(): void },
) => Promise<SessionElsewhere | undefined>;

export function isElsewhere(session: OpenSession): session is SessionElsewhere {
  return 'letGo' in session;
}

/** Shows what was said in it outside of Latch. What another window runs, that window catches up with. */
export function catchUpIn(session: OpenSession | undefined): void {
  if (session && !isElsewhere(session)) void session.catchUp();
}

/** Ends each, whatever becomes of the others. What another window runs goes on there. */
export async function endEach(sessions: readonly OpenSession[], log: Log): Promise<void> {
  const ends = sessions.map(async session => (isElsewhere(session) ? session.leave() : session.end()));
  for (const end of await Promise.allSettled(ends))
    if (end.status === 'rejected') log.error(`end: ${String(end.reason)}`);
}
