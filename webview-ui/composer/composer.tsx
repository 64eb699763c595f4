import { Attachments } from './attachments';
import { Box } from './box';
import { Queue } from './queue';
import { SelectionChip } from './selectionChip';
import { useWriting } from './useWriting';
import { useText, useView } from '../state/context';
import type { ReactNode } from 'react';

/** Where a person writes to Claude: what waits for its turn, what goes along, and the text. */
export function Composer(): ReactNode {
  const text = useText();
  const trouble = useView(view => view.trouble);
  const writing = useWriting();
  const said = writing.refusal ?? (trouble === undefined ? undefined : text.sentence(trouble));
  return (
    <div className="composer" onDragOver={event => event.preventDefault()} onDrop={writing.onDrop}>
      {said !== undefined && (
        <p className="trouble" role="alert">
          {said}
        </p>
      )}
      <Queue onTaken={writing.takeIn} />
      <SelectionChip label={writing.selection?.label} onRemove={writing.withoutSelection} />
      <Attachments all={writing.attachments} lost={writing.lost} onRemove={writing.detach} />
      <Box writing={writing} />
    </div>
  );
}
