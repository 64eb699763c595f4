import { type CallHistory, History } from '../core/journal/history';
import { isNewer, type JournalLine, noHash } from '../core/journal/journal';
import { type OfSession, restoredPiece } from '../core/journal/restored';
import type { Mark } from '../core/journal/summary';
import type { Earlier, Piece, SoFar } from '../core/transcript/tail';
import { type ChainEnd, followed, readLine } from '../core/journal/chain';
import { beginning, journalParts, readParts, statParts } from './journalParts';
import { type KeptSummary, type PlacedMark, stampsOf, SummaryKeeper } from './journalSummary';
import { followJournal } from './readJournal';
import { sha256 } from './sha256';
import { atOnce, type WaitFor, type Waiting } from './waiting';

/** So much of a conversation is read at once, or a little more. */
const itemsAtOnce = 200;
/** What became of a call is looked for so far behind its piece. */
const linesBehind = 20_000;

const first: PlacedMark = { lines: 0, head: noHash, items: 0, place: beginning };

/** A journal that is larger is never held in memory as a whole: without its summary it is read once to make one. */
const large = 8 * 1024 * 1024;

/** Made anew from a large journal, whatever is kept beside it. */
export async function summarized(journal: string, waitFor: WaitFor = atOnce): Promise<KeptSummary | undefined> {
  const parts = await statParts(journal);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return size < large ? undefined : waitFor(waiting => readWhole(journal, parts, size, waiting));
}

async function readWhole(
  journal: string,
  parts: Awaited<ReturnType<typeof statParts>>,
  size: number,
  { signal, onProgress }: Waiting,
): Promise<KeptSummary> {
  const keeper = await SummaryKeeper.anew(journal);
  const { place } = await followJournal(
    journal,
    line => line && keeper.take(line),
    undefined,
    (at, bytes) => {
      signal.throwIfAborted();
      onProgress(bytes / size);
      keeper.reached(at);
    },
  );
  keeper.reached(place);
  await keeper.save();
  return { summary: keeper.summary, place, marks: keeper.marks, stamps: stampsOf(parts) };
}

/** From where on a journal is read first: its end is what a person sees. */
export function startOfEnd({ marks, summary }: KeptSummary): PlacedMark | undefined {
  return marks.findLast(mark => mark.items <= summary.items - itemsAtOnce);
}

/** The conversation of a journal that grows, as far as it goes by now. */
export function soFar(
  journal: string,
  keeper: Pick<SummaryKeeper, 'summary' | 'marks' | 'written'>,
  session: OfSession,
): SoFar | undefined {
  const { lines, items } = keeper.summary;
  const earlier = earlierThan(journal, { lines, items }, keeper.marks, session);
  return earlier && { earlier, isKept: () => keeper.written >= lines };
}

/** The pieces of a conversation before this mark, each read when it is asked for. */
export function earlierThan(
  journal: string,
  mark: Pick<Mark, 'lines' | 'items'>,
  marks: readonly PlacedMark[],
  facts: OfSession,
): Earlier | undefined {
  if (mark.items === 0) return undefined;
  const from = marks.findLast(it => it.items <= mark.items - itemsAtOnce && it.lines < mark.lines) ?? first;
  return {
    items: mark.items,
    load: async () => {
      const piece = await readPiece(journal, from, mark, facts);
      const earlier = earlierThan(journal, from, marks, facts);
      return { ...piece, ...(earlier ? { earlier } : {}) };
    },
  };
}

async function readPiece(
  journal: string,
  from: PlacedMark,
  to: Pick<Mark, 'lines'>,
  facts: OfSession,
): Promise<Omit<Piece, 'earlier'>> {
  const history = new History();
  let end: ChainEnd = { seq: from.lines, prev: from.head };
  await readParts(await journalParts(journal), from.place, text => {
    const line = readLine(text);
    end = followed(end, text, line, sha256);
    if (line && !isNewer(line)) applyTo(history, line, to);
    if (end.broken !== undefined || end.seq < to.lines) return end.broken === undefined;
    // The calls of the piece may have come to their end behind it.
    return end.seq < to.lines + linesBehind && hasOpen(history);
  });
  return restoredPiece(history, facts);
}

function applyTo(history: History, line: JournalLine, to: Pick<Mark, 'lines'>): void {
  const isOfPiece = line.seq <= to.lines;
  const { record } = line;
  const isOfCall = 'toolCallId' in record && history.call(record.toolCallId) !== undefined;
  if (isOfPiece || isOfCall || record.type === 'agent_lost') history.apply(line);
}

function hasOpen(history: CallHistory): boolean {
  return history.calls.some(({ state }) => state === 'waiting' || state === 'decided' || state === 'running');
}
