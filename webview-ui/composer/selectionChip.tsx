import { Icon } from '../base/icon';
import { useText } from '../state/context';
import type { ReactNode } from 'react';

interface SelectionChipProps {
  readonly label: string | undefined;
  readonly onRemove: () => void;
}

/** What is selected in the editor and goes along with the message. */
export function SelectionChip({ label, onRemove }: SelectionChipProps): ReactNode {
  const text = useText();
  if (label === undefined) return null;
  return (
    <ul className="attachments" aria-label={text('composer.selection')}>
      <li title={text('composer.selection')}>
        <Icon name="edit" />
        <span className="attachment-name">{label}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={text('composer.remove', label)}
          title={text('composer.remove', label)}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </li>
    </ul>
  );
}
