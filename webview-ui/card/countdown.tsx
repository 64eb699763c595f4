import { useText } from '../state/context';
import { secondsLeft, clock } from './clock';
import { type ReactNode, useEffect, useState } from 'react';

/** From here on the time is said in words. */
const urgentSeconds = 120;
/** A ring that is full: as long as a call waits unless somebody sets it otherwise. */
const ringSeconds = 600;
const circumference = 2 * Math.PI * 6;

/** A new deadline is counted from its own arrival, and not from the last tick of the one before. */
export function Countdown({ deadline }: { readonly deadline: number }): ReactNode {
  return <Ticking key={deadline} deadline={deadline} />;
}

/** A quiet ring that empties; the time is in its name, and in words when it is nearly over. */
function Ticking({ deadline }: { readonly deadline: number }): ReactNode {
  const text = useText();
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(performance.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  const left = secondsLeft(deadline, now);
  const says = text('card.expires', clock(left));
  const full = Math.min(1, left / ringSeconds);
  return (
    <span className="countdown" data-urgent={left <= urgentSeconds} title={says}>
      <svg className="ring" viewBox="0 0 16 16" width="14" height="14" role="img" aria-label={says}>
        <circle cx="8" cy="8" r="6" />
        <circle cx="8" cy="8" r="6" strokeDasharray={`${full * circumference} ${circumference}`} />
      </svg>
      {left <= urgentSeconds && <span aria-hidden="true">{says}</span>}
    </span>
  );
}
