// A journal that is read whole, as only a test can afford it.
import { type Sentence } from '../../src/core/texts/sentence';
import { chainStart, followed, readLine } from '../../src/core/journal/chain';
import type { JournalLine, Sha256 } from '../../src/core/journal/journal';

/** Every line that can be read at all, whatever its hash says. For showing what is there, never for proving it. */
export function readLoosely(text: string): JournalLine[] {
  return text.split('\n').flatMap(part => readLine(part) ?? []);
}

interface Chain {
  readonly lines: readonly JournalLine[];
  /** Where the chain breaks, if it does; lines after it are not returned. */
  readonly broken?: Sentence;
}

/** Reads a whole journal, from its beginning. A last line without its end was torn by a crash and is left out. */
export function readChain(text: string, sha256: Sha256): Chain {
  const lines: JournalLine[] = [];
  let end = chainStart;
  for (const part of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (part === '') continue;
    const line = readLine(part);
    end = followed(end, part, line, sha256);
    if (end.broken !== undefined || !line) break;
    lines.push(line);
  }
  return { lines, ...(end.broken === undefined ? {} : { broken: end.broken }) };
}
