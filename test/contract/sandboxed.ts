import { trySandbox } from '../../src/agents/sandbox';

/** Whether commands can be held here; where they cannot, there is nothing to try. In CI they can. */
export const isHeld =
  process.platform === 'linux' &&
  (process.env['CI'] !== undefined || (await trySandbox({ platform: 'linux', path: process.env['PATH'] ?? '' })).ok);
