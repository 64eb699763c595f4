import { messageOf } from '../core/base/messageOf';
import { verdictOf, verifiedWords } from '../core/journal/verified';
import type { Sentence } from '../core/texts/sentence';
import { compareRecord } from '../stores/compareRecord';
import { verifyRecord } from '../stores/exportJournal';
import { isJournal } from '../stores/journalParts';
import { readArgs } from './readArgs';
import { openStore } from './team';

const help = `Usage: latch verify [--store URL] FILE…

Says how far records of sessions (.jsonl, with their parts beside them) are what was written.
Without an editor there is neither the end that it kept nor the key of the tags, so what only
these can prove is named as not proven. Any size is read piece by piece.

  --store URL    hold each against the record of the team too, as postgres://user@host:5432/database:
                 which line differs, which is only here or only there. Of a session whose file is
                 gone, name the file that it had

Exit code: 0 when no change was found, 1 when one was or the team has nothing of a session,
2 for wrong usage.
`;

export async function verify(args: readonly string[]): Promise<number> {
  const read = readArgs({ name: 'verify', help, options: { store: { type: 'string' } } }, args);
  if (typeof read === 'number') return read;
  if (read.positionals.length === 0) {
    process.stderr.write(`latch verify: name a record.\n${help}`);
    return 2;
  }
  const store = read.values.store === undefined ? undefined : openStore(read.values.store);
  if (store && 'text' in store) {
    process.stderr.write(`latch verify: --store: ${store.text}\n`);
    return 2;
  }
  await store?.ready();
  let code = 0;
  for (const file of read.positionals) {
    const isUnchanged = await said(file, () => verified(file, store !== undefined));
    const isSame = store === undefined || (await said(file, () => compareRecord(file, store.record, store.place)));
    if (!isUnchanged || !isSame) code = 1;
  }
  await store?.close();
  return code;
}

interface Finding {
  readonly isSame: boolean;
  readonly words: readonly Sentence[];
}

async function said(file: string, find: () => Promise<Finding>): Promise<boolean> {
  try {
    const { isSame, words } = await find();
    for (const { text } of words) process.stdout.write(`${file}: ${text}\n`);
    return isSame;
  } catch (error) {
    process.stdout.write(`${file}: cannot be read (${messageOf(error)})\n`);
    return false;
  }
}

/** One that is gone may still be in the record of the team. */
async function verified(file: string, mayBeGone: boolean): Promise<Finding> {
  if (!(await isJournal(file))) {
    if (mayBeGone) return { isSame: false, words: [] };
    throw new Error('there is no such record');
  }
  const found = await verifyRecord(file, {}, { onProgress: () => {}, signal: new AbortController().signal });
  return { isSame: verdictOf(found) !== 'changed', words: verifiedWords(found) };
}
