import { hasHidden, type HiddenMark, markText, revealHidden } from '../../src/core/change/hidden';
import { useText } from '../state/context';
import { memo, type ReactNode } from 'react';

/** A text of an agent, as text and nothing else, with what hides in it made visible. */
export const Plain = memo(function Plain({ text }: { readonly text: string }): ReactNode {
  if (!hasHidden(text)) return text;
  let at = 0;
  return revealHidden(text).map(part => {
    const key = at;
    at += part.text.length;
    return part.hidden === undefined ? part.text : <Mark key={key} mark={part.hidden} />;
  });
});

function Mark({ mark }: { readonly mark: HiddenMark }): ReactNode {
  const text = useText();
  return (
    <span className="hidden-mark" title={text(`hidden.${mark.kind}`)}>
      {markText(mark)}
    </span>
  );
}
