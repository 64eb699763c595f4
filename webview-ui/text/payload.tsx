import { hasHidden } from '../../src/core/change/hidden';
import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { longestChunk } from './chunks';
import { Plain } from './plain';
import { memo, type ReactNode, useMemo } from 'react';

interface PayloadProps {
  readonly text: string;
  /** Draws a text that is not long in another way than as plain text. */
  readonly draw?: (text: string) => ReactNode;
}

/** The exact text of what would run: whole, wrapped, and never as anything but text. */
export const Payload = memo(function Payload({ text, draw }: PayloadProps): ReactNode {
  const drawn = text.length > longestChunk ? undefined : draw?.(text);
  return <pre className="payload">{drawn ?? <Plain text={text} />}</pre>;
});

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
