import { useText } from '../state/context';
import { LiveContext } from './live';
import { Plain } from './plain';
import { type ReactNode, useContext } from 'react';

/** A notice is read in a moment; what is longer is data that found its way into one. */
const longestDrawn = 2000;

/** What is said in a line of the conversation: its beginning, where it is endless, and what to do about the rest. */
export function Cut({ text: whole }: { readonly text: string }): ReactNode {
  const text = useText();
  const live = useContext(LiveContext);
  if (whole.length <= longestDrawn) return <Plain text={whole} />;
  return (
    <>
      <Plain text={`${whole.slice(0, longestDrawn)}…`} />{' '}
      <span className="quiet">{text('text.cut', whole.length - longestDrawn)}</span>{' '}
      {live !== undefined && (
        <button type="button" className="link" onClick={() => void live.take(whole, 'open')}>
          {text('text.openWhole')}
        </button>
      )}
    </>
  );
}
