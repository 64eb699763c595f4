import { focusComposer } from '../state/composer';
import { type RefObject, useEffect } from 'react';

/**
 * What has the focus may go: a card that was decided, a step of an answer, a line that said what went wrong. The focus
 * then goes on to the heading of the card that is read now, if it was in the dock, or to the composer, and never to
 * nothing. Where it was anywhere else nothing moves.
 */
export function useKeptFocus(dock: RefObject<HTMLElement | null>, title: RefObject<HTMLHeadingElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;
    let wasInDock = false;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      last = target;
      wasInDock = dock.current?.contains(target) === true;
    };
    const keep = (): void => {
      if (last === undefined || last.isConnected) return;
      const focused = document.activeElement;
      last = undefined;
      if (focused !== null && focused !== document.body) return;
      if (wasInDock && title.current !== null) title.current.focus();
      else focusComposer();
    };
    const observer = new MutationObserver(keep);
    document.addEventListener('focusin', onFocusIn);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      observer.disconnect();
    };
  }, [dock, title]);
}
