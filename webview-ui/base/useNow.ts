import { useEffect, useState } from 'react';

const stepMs = 30_000;

/** The time, as far as "3 minutes ago" needs it. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), stepMs);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
