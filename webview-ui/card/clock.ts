/**
 * Seconds left until a card is denied by itself, rounded up so that it never says 0 while there is time. Whole
 * milliseconds first: ten minutes that are a hair too long in the sum would be 10:01.
 */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil(Math.round(deadline - now) / 1000));
}

export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
