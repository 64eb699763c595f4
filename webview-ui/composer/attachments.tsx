import type { Attachment } from '../../src/core/message/message';
import { Icon } from '../base/icon';
import { useText } from '../state/context';
import { isDrawable } from '../text/pictureSize';
import { Plain } from '../text/plain';
import { type ReactNode, useMemo } from 'react';

interface AttachmentsProps {
  /** Of them, those that a new page does not have any more. */
  readonly lost: readonly Attachment[];
  readonly all: readonly Attachment[];
  readonly onRemove: (place: number) => void;
}

/** The files that go along with the message. */
export function Attachments({ all, lost, onRemove }: AttachmentsProps): ReactNode {
  const text = useText();
  if (all.length === 0) return null;
  return (
    <>
      <ul className="attachments" aria-label={text('composer.attached')}>
        {all.map((attachment, place) => (
          // Two that are the same differ only by their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${place}:${attachment.name}`} title={attachment.name}>
            <Thumbnail attachment={attachment} />
            <span className="attachment-name">
              <Plain text={attachment.name} />
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={text('composer.remove', attachment.name)}
              title={text('composer.remove', attachment.name)}
              onClick={() => onRemove(place)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {lost.length > 0 && (
        <p className="attachments-lost quiet">{text('composer.lost', lost.map(({ name }) => name).join(', '))}</p>
      )}
    </>
  );
}

function Thumbnail({ attachment: { kind, mediaType, data } }: { readonly attachment: Attachment }): ReactNode {
  const isDrawn = useMemo(() => kind === 'image' && isDrawable(data), [kind, data]);
  return isDrawn ? <img className="thumbnail" src={`data:${mediaType};base64,${data}`} alt="" /> : <Icon name="file" />;
}
