import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this counts as at the end. */
const nearEnd = 40;

/**
 * Follows the end of the conversation for as long as the person has not scrolled away from it. What is put before the
 * first item moves nothing that is in sight. A message that was sent (`sent` names it) leads to the end.
 */
export function useStickToEnd(sent: string | undefined) {
  const element = useRef<HTMLElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const first = useRef<{ readonly line: Element | null; readonly top: number }>({ line: null, top: 0 });
  /** What this selects is to be brought into sight as soon as it is drawn. */
  const wanted = useRef<string>(undefined);
  const [atEnd, setAtEnd] = useState(true);

  /** Brings the line that this selects into sight, and the focus to that of a call. */
  function leadTo(selector: string): void {
    const view = element.current;
    const line = view?.querySelector(selector);
    wanted.current = line instanceof HTMLElement ? undefined : selector;
    if (view === null || !(line instanceof HTMLElement)) return;
    line.scrollIntoView({ block: 'center' });
    following.current = isNearEnd(view);
    if (line.dataset['line'] !== undefined) line.querySelector('summary')?.focus({ preventScroll: true });
    line.animate([{ outline: '2px solid var(--vscode-focusBorder)' }, { outline: '2px solid transparent' }], 1500);
  }

  useEffect(() => {
    if (element.current === null || lines.current === null) return undefined;
    return followEnd(element.current, lines.current, following, setAtEnd);
  }, []);

  useLayoutEffect(() => {
    const view = element.current;
    if (view === null) return;
    const { line, top } = first.current;
    if (following.current) view.scrollTop = view.scrollHeight;
    // A browser keeps its place by itself, but not at the very top, where the button is.
    else if (view.scrollTop === 0 && line?.isConnected) view.scrollTop = topIn(view, line) - top;
    const now = view.querySelector('.line');
    first.current = { line: now, top: now === null ? 0 : topIn(view, now) };
    if (wanted.current !== undefined) leadTo(wanted.current);
  });

  function toEnd(): void {
    following.current = true;
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }

  const goToEnd = useEffectEvent(toEnd);
  useEffect(() => {
    if (sent !== undefined) goToEnd();
  }, [sent]);

  return { element, lines, atEnd, toEnd, leadTo };
}

/** Keeps the end in sight while it is followed, and learns from how the person scrolls whether it is. */
function followEnd(
  view: HTMLElement,
  lines: HTMLElement,
  following: RefObject<boolean>,
  tell: (atEnd: boolean) => void,
): () => void {
  let lastTop = view.scrollTop;
  const onScroll = (): void => {
    // Only who goes up leaves the end. The news of our own scrolling comes late: by then more may have arrived below.
    if (isNearEnd(view)) following.current = true;
    else if (view.scrollTop < lastTop) following.current = false;
    lastTop = view.scrollTop;
    tell(following.current);
  };
  view.addEventListener('scroll', onScroll, { passive: true });
  // The dock below grows and shrinks, and lines grow when they are drawn: the end must stay in sight then too.
  const resized = new ResizeObserver(() => {
    if (following.current) view.scrollTop = view.scrollHeight;
  });
  resized.observe(view);
  resized.observe(lines);
  return () => {
    view.removeEventListener('scroll', onScroll);
    resized.disconnect();
  };
}

function isNearEnd(view: HTMLElement): boolean {
  return view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd;
}

/** How far the element is from the beginning of what is scrolled. */
function topIn(view: Element, element: Element): number {
  return element.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
}
