import { useText } from '../state/context';
import { Plain } from './plain';
import type { ReactNode } from 'react';

/** What the host says, in the language of the person. */
export function Sentence({ text }: { readonly text: string }): ReactNode {
  const translate = useText().sentence;
  return <Plain text={translate(text)} />;
}
