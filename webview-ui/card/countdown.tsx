import { useText } from '../state/context';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * Seconds left until a card is denied by itself, rounded up so that it never says 0 while there is time. Whole
 * milliseconds first: ten minutes that are a hair too long in the sum would be 10:01.
 */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil(Math.round(deadline - now) / 1000));
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A new deadline is counted from its own arrival, and not from the last tick of the one before. */
export function Countdown({ deadline }: { readonly deadline: number }): ReactNode {
  return <Ticking key={deadline} deadline={deadline} />;
}

function Ticking({ deadline }: { readonly deadline: number }): ReactNode {
  const text = useText();
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(performance.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return <span className="countdown">{text('card.expires', clock(secondsLeft(deadline, now)))}</span>;
}
