import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ClientConfig } from 'pg';
import { say, type Sentence } from '../../core/texts/sentence';
import { messageOf } from '../../core/base/messageOf';

export interface Address {
  /** Without user and password. */
  readonly place: string;
  readonly config: ClientConfig;
}

/** What may follow the `?`. What is not understood could have been meant to make the connection safer. */
const parameters = ['sslmode', 'sslrootcert'];

/** Reads a connection string. Whatever is not this machine is spoken to over TLS, and has to prove that it is who it is. */
export function readAddress(text: string): Address | Sentence {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '')
    return say('The address must look like postgres://user@host:5432/database.');
  const unknown = [...url.searchParams.keys()].find(name => !parameters.includes(name));
  if (unknown !== undefined) return say('The address has {name}, which is not known here.', { name: unknown });
  const mode = url.searchParams.get('sslmode') ?? undefined;
  if (mode !== undefined && mode !== 'disable' && mode !== 'verify-full')
    return say('The sslmode of the address must be verify-full or disable.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const database = nameIn(url.pathname.slice(1)) ?? 'latch';
  const encrypted = mode === undefined ? !isLoopback(host) : mode === 'verify-full';
  const root = url.searchParams.get('sslrootcert') ?? undefined;
  const certificate = root === undefined ? undefined : readCertificate(root);
  if (certificate && 'text' in certificate) return certificate;
  const [user, password] = [nameIn(url.username), nameIn(url.password)];
  return {
    place: `${url.host}/${database}`,
    config: {
      host,
      database,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
      ssl: encrypted && { rejectUnauthorized: true, ...certificate },
    },
  };
}

function nameIn(part: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function readCertificate(file: string): { readonly ca: string } | Sentence {
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch (error) {
    return say('{file} cannot be read ({error}).', { file, error: messageOf(error) });
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
