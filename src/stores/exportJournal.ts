import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { readLine } from '../core/journal/chain';
import type { JournalLine } from '../core/journal/journal';
import { reportBegin, reportEnd, reportOf } from '../core/journal/report';
import { type Proof, RecordCheck, type Verified } from '../core/journal/verified';
import { beginning, journalParts, nextNumber, readParts } from './journalParts';
import { sha256 } from './sha256';
import type { Waiting } from './waiting';

/** Says how far a record is what was written. It is read once, however large it is, and never held in memory. */
export async function verifyRecord(path: string, proof: Proof, waiting: Waiting): Promise<Verified> {
  const check = new RecordCheck(proof, sha256);
  await readRecord(path, waiting, check, (text, line) => check.take(text, line));
  return check.result;
}

/** Writes a record to a file: as it is, or as a document that ends with what was verified of it. */
export async function exportRecord(
  path: string,
  target: string,
  form: 'lines' | 'document',
  proof: Proof,
  waiting: Waiting,
): Promise<void> {
  const check = new RecordCheck(proof, sha256);
  await writeWhole(target, waiting.signal, async ({ write, drained }) => {
    let isFirst = true;
    await readRecord(
      path,
      waiting,
      check,
      (text, line) => {
        check.take(text, line);
        if (form === 'lines') write(`${text}\n`);
        else write(`${isFirst ? reportBegin(line) : ''}${line ? reportOf(line) : ''}`);
        isFirst = false;
      },
      drained,
    );
    if (form === 'document') write(reportEnd(check.result));
  });
}

async function readRecord(
  path: string,
  { onProgress, signal }: Waiting,
  check: RecordCheck,
  take: (text: string, line: JournalLine | undefined) => void,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const parts = await journalParts(path);
  const sizes = await Promise.all(
    parts.map(part =>
      stat(part).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const size = Math.max(
    1,
    sizes.reduce((sum, part) => sum + part, 0),
  );
  await readParts(
    parts,
    beginning,
    text => {
      take(text, readLine(text));
      return true;
    },
    async bytes => {
      signal.throwIfAborted();
      onProgress(bytes / size);
      await between();
    },
    (bytes, isLastPart) => check.rest(bytes, isLastPart),
  );
  if (nextNumber(parts) !== parts.length) check.gap();
}

interface Target {
  readonly write: (text: string) => void;
  /** Once there is room for more. */
  readonly drained: () => Promise<void>;
}

/** A file that is there in whole or not at all: what is called off or fails leaves what was there before. */
async function writeWhole(target: string, signal: AbortSignal, work: (target: Target) => Promise<void>): Promise<void> {
  const part = `${target}.part`;
  const file = createWriteStream(part, { mode: 0o600 });
  const ended = finished(file);
  // Told where it is awaited.
  ended.catch(() => {});
  try {
    await work({ write: text => file.write(text), drained: () => room(file) });
    signal.throwIfAborted();
    file.end();
    await ended;
    await rename(part, target);
  } catch (error) {
    file.destroy();
    await ended.catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function room(file: WriteStream): Promise<void> {
  if (file.errored) throw file.errored;
  if (file.writableNeedDrain) await once(file, 'drain');
}
