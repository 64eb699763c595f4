import { longestPiece } from './markdown';
import { Payload } from './payload';
import { Plain } from './plain';
import type { ReactNode } from 'react';

/** A text as it was written, however long it is: one without an end is data, and looks like it. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return text.length > longestPiece ? <Payload text={text} /> : <Plain text={text} />;
}
