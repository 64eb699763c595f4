import { useView } from '../state/context';
import { soon } from '../link/updateQueue';
import { graceMs, isMeant } from './meant';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** The start of the press that is going on: a click counts from its pointer or key going down, not from its end. */
let pressStarted: number | undefined;
/** When the window last came back to the person. */
let returnedAt = 0;
/** Whether the host says that the window has the focus; undefined where it says nothing. */
let hostSaysFocused: boolean | undefined;
const onReturn = new Set<() => void>();

function windowReturned(): void {
  returnedAt = performance.now();
  for (const listener of onReturn) listener();
}

function onPress(): void {
  pressStarted = performance.now();
  // The click that fetches a window from the background comes before the news of it.
  if (hostSaysFocused === false) {
    windowReturned();
    // If that news never comes, the next press must count all the same.
    hostSaysFocused = true;
  }
}

/** A chord of the editor is a press as well, though this page saw no key. */
export function pressedInEditor(): void {
  onPress();
}

/**
 * The page is a frame: it gets the focus as well when a person clicks from the editor into it. Only the host can tell
 * the two apart; where it does not, every arrival of the focus counts as a return.
 */
function onFocus(): void {
  if (hostSaysFocused === undefined) windowReturned();
}

function onVisibility(): void {
  if (document.visibilityState === 'visible') windowReturned();
}

/** Follows presses and focus of the whole page. Capture: nothing may hide a press from us. */
export function useWatchedPresses(): void {
  const focused = useView(view => view.chat.windowFocused);
  useEffect(() => {
    if (focused === true && hostSaysFocused === false) windowReturned();
    hostSaysFocused = focused;
  }, [focused]);
  const timesShown = useView(view => view.chat.timesShown);
  useEffect(() => {
    if (timesShown > 0) windowReturned();
  }, [timesShown]);
  useEffect(() => {
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('keydown', onPress, true);
    window.addEventListener('focus', onFocus);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('keydown', onPress, true);
      window.removeEventListener('focus', onFocus);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
}

export interface Grace {
  /** For drawing only: whether the time is over. */
  readonly armed: boolean;
  /** For deciding: whether the press that is going on counts. */
  readonly accepts: () => boolean;
}

/** The grace time of what this component shows, from the moment it is mounted. */
export function useGrace(): Grace {
  const appearedAt = useRef(Number.POSITIVE_INFINITY);
  const [armed, setArmed] = useState(false);

  useEffect(() => {
    appearedAt.current = performance.now();
    let timer = window.setTimeout(() => setArmed(true), graceMs);
    const restart = (): void => {
      setArmed(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setArmed(true), graceMs);
    };
    onReturn.add(restart);
    return () => {
      window.clearTimeout(timer);
      onReturn.delete(restart);
    };
  }, []);

  return {
    armed,
    accepts: () => isMeant(pressStarted ?? performance.now(), Math.max(appearedAt.current, returnedAt)),
  };
}

/** Tells once that this component is really on screen: the task behind a frame runs when the frame has been drawn. */
export function usePainted(element: RefObject<HTMLElement | null>, tell: () => void): void {
  const painted = useEffectEvent(() => {
    const drawn = element.current !== null && element.current.getClientRects().length > 0;
    if (drawn && document.visibilityState === 'visible') tell();
  });
  useLayoutEffect(() => {
    // A page that is not drawn gets no frames, so a hidden card says nothing until it is seen.
    const frame = requestAnimationFrame(() => soon(() => painted()));
    return () => cancelAnimationFrame(frame);
  }, []);
}
