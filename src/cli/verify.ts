import { messageOf } from '../core/base/messageOf';
import { verdictOf, verifiedWords } from '../core/journal/verified';
import { verifyRecord } from '../stores/exportJournal';
import { isJournal } from '../stores/journalParts';
import { readArgs } from './readArgs';

const help = `Usage: latch verify FILE…

Says how far records of sessions (.jsonl, with their parts beside them) are what was written.
Without an editor there is neither the end that it kept nor the key of the tags, so what only
these can prove is named as not proven. Any size is read piece by piece.
Exit code: 0 when no change was found, 1 when one was, 2 for wrong usage.
`;

export async function verify(args: readonly string[]): Promise<number> {
  const read = readArgs({ name: 'verify', help, options: {} }, args);
  if (typeof read === 'number') return read;
  if (read.positionals.length === 0) {
    process.stderr.write(`latch verify: name a record.\n${help}`);
    return 2;
  }
  let code = 0;
  for (const file of read.positionals) if (!(await isUnchanged(file))) code = 1;
  return code;
}

async function isUnchanged(file: string): Promise<boolean> {
  try {
    if (!(await isJournal(file))) throw new Error('there is no such record');
    const verified = await verifyRecord(file, {}, { onProgress: () => {}, signal: new AbortController().signal });
    for (const { text } of verifiedWords(verified)) process.stdout.write(`${file}: ${text}\n`);
    return verdictOf(verified) !== 'changed';
  } catch (error) {
    process.stdout.write(`${file}: cannot be read (${messageOf(error)})\n`);
    return false;
  }
}
