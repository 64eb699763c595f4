import { vi } from 'vitest';

/** What comes by itself is waited for as long as a busy machine may need. */
export function soon<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 15_000, interval: 10 });
}
