import { longestPiece } from './markdown';
import { Payload } from './payload';
import type { ReactNode } from 'react';

/** A text as it was written, however long it is: what no browser lays out at once is drawn part by part. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return text.length > longestPiece ? <Payload text={text} /> : text;
}
