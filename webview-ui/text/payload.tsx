import { hasHidden } from '../../src/core/change/hidden';
import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { type Chunk, chunksOf } from './chunks';
import { Lazy } from './lazy';
import { Plain } from './plain';
import { memo, type ReactNode, useMemo } from 'react';

/** This many pieces are drawn at once: more than any card shows without scrolling. */
const eagerChunks = 3;
/** Characters in a line of a narrow view; only for guessing heights. */
const guessedColumns = 50;

interface PayloadProps {
  readonly text: string;
  /** Draws a piece in another way than as plain text. */
  readonly draw?: (text: string) => ReactNode;
}

/** The exact text of what would run: whole, wrapped, and never as anything but text. */
export const Payload = memo(function Payload({ text, draw }: PayloadProps): ReactNode {
  const chunks = useMemo(() => chunksOf(text), [text]);
  return (
    <pre className="payload">
      {chunks.length === 1
        ? (draw?.(text) ?? <Plain text={text} />)
        : chunks.map((chunk, place) => (
            <Lazy key={chunk.at} eager={place < eagerChunks} lines={Math.ceil(chunk.text.length / guessedColumns)}>
              <ChunkView chunk={chunk} />
            </Lazy>
          ))}
    </pre>
  );
});

function ChunkView({ chunk }: { readonly chunk: Chunk }): ReactNode {
  const text = useText();
  return (
    <div className="chunk">
      <Plain text={chunk.text} />
      {chunk.continues && (
        <span className="hidden-mark" title={text('payload.continuesHint')}>
          {text('payload.continues')}
        </span>
      )}
    </div>
  );
}

/** Says that something in these texts hides. */
export function HiddenWarning({ texts }: { readonly texts: readonly string[] }): ReactNode {
  const text = useText();
  const found = useMemo(() => texts.some(hasHidden), [texts]);
  if (!found) return null;
  return (
    <p className="warning">
      <Icon name="warning" />
      <span>{text('hidden.warning')}</span>
    </p>
  );
}
