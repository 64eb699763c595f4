import type { ClientConfig } from 'pg';
import { say, type Sentence } from '../../core/texts/sentence';
import { decoded, isLoopback, readCertificate, unknownParameter } from '../serverAddress';

export interface Address {
  /** Without user and password. */
  readonly place: string;
  readonly config: ClientConfig;
}

/** What may follow the `?`. */
const parameters = ['sslmode', 'sslrootcert'];

/** Reads a connection string. Whatever is not this machine is spoken to over TLS, and has to prove that it is who it is. */
export function readAddress(text: string): Address | Sentence {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '')
    return say('The address must look like postgres://user@host:5432/database.');
  const unknown = unknownParameter(url.searchParams, parameters);
  if (unknown) return unknown;
  const mode = url.searchParams.get('sslmode') ?? undefined;
  if (mode !== undefined && mode !== 'disable' && mode !== 'verify-full')
    return say('The sslmode of the address must be verify-full or disable.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const database = decoded(url.pathname.slice(1)) ?? 'latch';
  const encrypted = mode === undefined ? !isLoopback(host) : mode === 'verify-full';
  const root = url.searchParams.get('sslrootcert') ?? undefined;
  const certificate = root === undefined ? undefined : readCertificate(root);
  if (certificate && 'text' in certificate) return certificate;
  const [user, password] = [decoded(url.username), decoded(url.password)];
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
