import type { Sentence as Said } from '../../src/core/texts/sentence';
import { useText } from '../state/context';
import { Plain } from './plain';
import type { ReactNode } from 'react';

/** What the host says, in the language of the person. */
export function Sentence({ of }: { readonly of: Said }): ReactNode {
  return <Plain text={useText().sentence(of)} />;
}
