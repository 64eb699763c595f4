import * as crypto from 'node:crypto';

/** In one call, where Node has it (since 20.12): for a line of the record it takes half the time. */
export const sha256: (text: string) => string =
  'hash' in crypto
    ? text => crypto.hash('sha256', text)
    : text => crypto.createHash('sha256').update(text).digest('hex');
