import { mkdir } from 'node:fs/promises';
import type { Journal, JournalLine } from '../core/journal/journal';
import { JournalFile } from '../stores/journalFile';
import { claimLease, type Holder, type Lease } from '../stores/lease';
import type { SessionsOptions } from './sessionsOptions';

/** A journal with its lease, which is given back when it is closed; or who has it. */
type HeldJournal = { readonly ok: true; readonly journal: Journal } | { readonly ok: false; readonly holder: Holder };

type HoldOptions = Pick<SessionsOptions, 'journals' | 'log' | 'sealing' | 'address'>;

/** Takes the lease of a session, and opens its journal or begins it. */
export async function holdJournal(
  { journals, log, sealing, address }: HoldOptions,
  sessionId: string,
  take?: (line: JournalLine) => void,
): Promise<HeldJournal> {
  const path = journals.fileOf(sessionId);
  await mkdir(journals.path, { recursive: true, mode: 0o700 });
  const claim = await claimLease(journals.leaseOf(path), await address?.());
  if (!claim.ok) return claim;
  const { lease } = claim;
  try {
    const { journal, broken } = await JournalFile.open(path, take, {
      isOurs: () => lease.held(),
      ...(sealing ? { sealing: sealing(sessionId) } : {}),
    });
    if (broken !== undefined) log.warn(`journal ${path}: ${broken.text}`);
    if (claim.stale) await journal.beginPart();
    return { ok: true, journal: leased(journal, lease) };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

function leased(journal: JournalFile, lease: Lease): Journal {
  return {
    path: journal.path,
    append: records => journal.append(records),
    note: record => journal.note(record),
    close: async () => {
      try {
        await journal.close();
      } finally {
        await lease.release();
      }
    },
  };
}
