import { useText } from '../state/context';
import { secondsLeft, clock } from './clock';
import { type ReactNode, useEffect, useState } from 'react';

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
