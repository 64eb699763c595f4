import { hasHidden, type HiddenMark, markText, revealHidden } from '../../src/core/change/hidden';
import { keyedPlaces } from '../base/keyed';
import { useText } from '../state/context';
import { type Chunk, chunksOf, longestChunk, markChunksOf, wordChunksOf } from './chunks';
import { Lazy } from './lazy';
import { memo, type ReactNode, useMemo } from 'react';

interface PlainProps {
  readonly text: string;
}

/**
 * A text of an agent, as text and nothing else, with what hides in it made visible. Whatever it is, the browser lays out
 * little of it at once.
 */
export const Plain = memo(function Plain({ text }: PlainProps): ReactNode {
  if (text.length > longestChunk) return <Chunks text={text} />;
  const words = wordChunksOf(text);
  if (words.length > 1) return <Pieces chunks={words} eager={1} />;
  return hasHidden(text) ? <Revealed text={text} /> : text;
});

function Revealed({ text }: PlainProps): ReactNode {
  const parts = useMemo(() => revealHidden(text), [text]);
  const chunks = useMemo(() => markChunksOf(parts), [parts]);
  if (chunks.length > 1) return <Pieces chunks={chunks} eager={1} />;
  return keyedPlaces(parts).map(([key, part]) =>
    part.hidden === undefined ? part.text : <Mark key={key} mark={part.hidden} />,
  );
}

function Mark({ mark }: { readonly mark: HiddenMark }): ReactNode {
  const text = useText();
  return (
    <span className="hidden-mark" title={text(`hidden.${mark.kind}`)}>
      {markText(mark)}
    </span>
  );
}

/** This many pieces are drawn at once: more than any card shows without scrolling. */
const eagerChunks = 3;

/** A long text, piece by piece. */
function Chunks({ text }: PlainProps): ReactNode {
  const chunks = useMemo(() => chunksOf(text), [text]);
  return <Pieces chunks={chunks} eager={eagerChunks} />;
}

/** Characters in a line of a narrow view, and in a mark; only for guessing heights. */
const guessedColumns = 50;
const guessedMark = 8;

interface PiecesProps {
  readonly chunks: readonly Chunk[];
  readonly eager: number;
}

function Pieces({ chunks, eager }: PiecesProps): ReactNode {
  return chunks.map((chunk, place) => (
    <Lazy key={chunk.at} eager={place < eager} lines={linesOf(chunk)}>
      <ChunkView chunk={chunk} />
    </Lazy>
  ));
}

function linesOf({ text, marks = 0 }: Chunk): number {
  return Math.ceil((text.length + marks * guessedMark) / guessedColumns);
}

function ChunkView({ chunk }: { readonly chunk: Chunk }): ReactNode {
  const text = useText();
  return (
    <span className="chunk">
      <Plain text={chunk.text} />
      {chunk.continues && (
        <span className="hidden-mark" title={text('payload.continuesHint')}>
          {text('payload.continues')}
        </span>
      )}
    </span>
  );
}
