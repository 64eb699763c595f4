// What the addresses of all servers have in common.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { messageOf } from '../core/base/messageOf';
import { say, type Sentence } from '../core/texts/sentence';

/** A part of an address as it is meant; undefined where there is none. */
export function decoded(part: string | undefined): string | undefined {
  if (part === undefined || part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function readCertificate(file: string): { readonly ca: string } | Sentence {
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch (error) {
    return say('{file} cannot be read ({error}).', { file, error: messageOf(error) });
  }
}

/** What is not understood could have been meant to make the connection safer. */
export function unknownParameter(given: URLSearchParams, known: readonly string[]): Sentence | undefined {
  const name = [...given.keys()].find(it => !known.includes(it));
  return name === undefined ? undefined : say('The address has {name}, which is not known here.', { name });
}

/** This very machine; its brackets are those of an address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
