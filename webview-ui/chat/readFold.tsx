import type { Card } from '../../src/core/card/card';
import { Icon } from '../base/icon';
import { baseName } from '../card/sentence';
import { filePath } from '../card/bodies/filePath';
import { useText } from '../state/context';
import { Plain } from '../text/plain';
import { type ReactNode, useState } from 'react';

/** So many names are read in a line. */
const named = 3;

/** Files that were read one after the other, in one line that opens to each of them. */
export function ReadFold({
  cards,
  children,
}: {
  readonly cards: readonly Card[];
  readonly children: ReactNode;
}): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  const names = [...new Set(cards.map(card => baseName(filePath(card))))];
  return (
    <details className="line call fold" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="check" />
        <span className="call-text">
          <span className="call-what">{text('call.readFiles', cards.length)}</span>
          <span className="quiet">
            <Plain text={names.slice(0, named).join(', ')} />
            {names.length > named && '…'}
          </span>
        </span>
      </summary>
      {open && <div className="call-nested">{children}</div>}
    </details>
  );
}
