import { mkdir } from 'node:fs/promises';
import { History } from '../core/journal/history';
import type { JournalLine } from '../core/journal/journal';
import { type RestoredSession, restoredSession, type SessionJournal } from '../core/journal/restored';
import type { Sentence } from '../core/texts/sentence';
import { brokenText } from '../core/transcript/words';
import { JournalFile } from '../stores/journalFile';
import { earlierThan, startOfEnd, summarized } from '../stores/journalPast';
import { type From, type KeptSummary, keptSummary, NotAsKept } from '../stores/journalSummary';
import { claimLease, type Holder } from '../stores/lease';
import { endLeftBehind } from './leftBehind';
import type { SessionsOptions } from './sessionsOptions';

/** A journal with its lease, which is given back when it is closed; or who has it. */
type HeldJournal =
  | ({ readonly ok: true; readonly journal: SessionJournal; readonly broken?: Sentence } & Pick<
      KeptSummary,
      'summary' | 'marks'
    >)
  | { readonly ok: false; readonly holder: Holder };

type HeldPast =
  | { readonly ok: true; readonly journal: SessionJournal; readonly past: RestoredSession | undefined }
  | { readonly ok: false; readonly holder: Holder };

type HoldOptions = Pick<SessionsOptions, 'journals' | 'log' | 'sealing' | 'address' | 'waitFor'>;

/** Takes the lease of an earlier session, and tells what it was: of a long one the end, and what lies before when it is asked for. */
export async function holdPast(options: HoldOptions, sessionId: string): Promise<HeldPast> {
  const path = options.journals.fileOf(sessionId);
  const kept = (await keptSummary(path)) ?? (await summarized(path, options.waitFor));
  return pastAs(kept, options, sessionId).catch(async (error: unknown) => {
    if (error instanceof NotAsKept) return pastAs(await summarized(path, options.waitFor), options, sessionId);
    throw error;
  });
}

function pastAs(kept: KeptSummary | undefined, options: HoldOptions, sessionId: string): Promise<HeldPast> {
  const mark = kept && startOfEnd(kept);
  return pastFrom(options, sessionId, mark && { kept, mark });
}

async function pastFrom(options: HoldOptions, sessionId: string, from?: From): Promise<HeldPast> {
  const history = new History();
  const held = await holdJournal(options, sessionId, line => history.apply(line), from);
  if (!held.ok) return held;
  const { journal, summary, marks, broken } = held;
  await endLeftBehind(summary.facts.agent, history, journal);
  const facts = { ...summary.facts, sessionId: summary.facts.sessionId && sessionId };
  const past = restoredSession(history, facts);
  const earlier = from && earlierThan(journal.path, from.mark, marks, facts);
  return { ok: true, journal, past: past && { ...past, ...said(past, broken), ...(earlier ? { earlier } : {}) } };
}

/** A conversation of which the record is damaged ends with a word of that. */
function said({ transcript }: RestoredSession, broken: Sentence | undefined): Pick<RestoredSession, 'transcript'> {
  if (broken === undefined) return { transcript };
  return {
    transcript: [...transcript, { kind: 'notice', id: 'notice:broken', level: 'warning', text: brokenText(broken) }],
  };
}

/** Takes the lease of a session, and opens its journal or begins it. */
export async function holdJournal(
  { journals, log, sealing, address }: HoldOptions,
  sessionId: string,
  take?: (line: JournalLine) => void,
  from?: From,
): Promise<HeldJournal> {
  const path = journals.fileOf(sessionId);
  await mkdir(journals.path, { recursive: true, mode: 0o700 });
  const claimed = async (): ReturnType<typeof claimLease> => claimLease(journals.leaseOf(path), await address?.());
  const claim = await claimed();
  if (!claim.ok) return claim;
  let { lease } = claim;
  const takeAgain = async (isUntouched: () => boolean): Promise<boolean> => {
    const again = await claimed();
    if (!again.ok) return false;
    const isAgain = isUntouched();
    await (isAgain ? lease : again.lease).release();
    if (isAgain) ({ lease } = again);
    return isAgain;
  };
  try {
    const { journal, broken, summary } = await JournalFile.open(path, take, {
      isOurs: () => lease.held(),
      takeAgain,
      ...(sealing ? { sealing: sealing(sessionId) } : {}),
      ...(from ? { from } : {}),
    });
    if (broken !== undefined) log.warn(`journal ${path}: ${broken.text}`);
    if (claim.stale) await journal.beginPart();
    return {
      ok: true,
      journal: leased(
        journal,
        () => lease.release(),
        () => journals.live.forget(sessionId),
      ),
      ...summary,
      ...(broken === undefined ? {} : { broken }),
    };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

function leased(journal: JournalFile, release: () => Promise<void>, closed: () => void): SessionJournal {
  return {
    path: journal.path,
    append: records => journal.append(records),
    note: record => journal.note(record),
    soFar: session => journal.soFar(session),
    close: async () => {
      try {
        await journal.close();
      } finally {
        closed();
        await release();
      }
    },
  };
}
