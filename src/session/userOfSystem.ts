import { userInfo } from 'node:os';
import type { SessionOptions } from './options';

/** Not every system has a name for whoever is there. */
export function userOfSystem(): Pick<SessionOptions, 'user'> {
  try {
    return { user: userInfo().username };
  } catch {
    return {};
  }
}
