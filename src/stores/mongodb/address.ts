import type { MongoClientOptions } from 'mongodb';
import { say, type Sentence } from '../../core/texts/sentence';
import { decoded, isLoopback, readCertificate, unknownParameter } from '../serverAddress';

export interface Address {
  /** Without user and password. */
  readonly place: string;
  readonly database: string;
  /** For the driver, without user and password too. */
  readonly url: string;
  readonly options: MongoClientOptions;
}

/** What may follow the `?`. */
const parameters = ['tls', 'tlsCAFile', 'authSource', 'replicaSet'];

/** Of several servers, which no URL can name. */
const form = /^(mongodb(?:\+srv)?):\/\/(?:([^:@/?]*)(?::([^@/?]*))?@)?([^@/?\s]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/** Reads a connection string. Whatever is not this machine is spoken to over TLS, and has to prove that it is who it is. */
export function readAddress(text: string): Address | Sentence {
  const [, scheme = '', user, password, hosts = '', path = '', query = ''] = form.exec(text) ?? [];
  if (hosts === '') return say('The address must look like mongodb://user@host:27017/database.');
  const given = new URLSearchParams(query);
  const unknown = unknownParameter(given, parameters);
  if (unknown) return unknown;
  const [tls, root, authSource, replicaSet] = parameters.map(name => given.get(name) ?? undefined);
  if (tls !== undefined && tls !== 'true' && tls !== 'false')
    return say('The tls of the address must be true or false.');
  const certificate = root === undefined ? undefined : readCertificate(root);
  if (certificate && 'text' in certificate) return certificate;
  const [username, secret] = [decoded(user), decoded(password) ?? process.env['MONGODB_PASSWORD']];
  if (username !== undefined && secret === undefined)
    return say('The address names the user {name} and no password, and MONGODB_PASSWORD is not set.', {
      name: username,
    });
  const isHere = scheme === 'mongodb' && isLoopback(hosts.replace(/:\d+$/, ''));
  const encrypted = tls === undefined ? !isHere : tls === 'true';
  const database = decoded(path) ?? 'latch';
  return {
    place: `${hosts}/${database}`,
    database,
    url: `${scheme}://${hosts}/${path}`,
    options: {
      tls: encrypted,
      ...certificate,
      // The names of others, which a server on this machine would tell, are not followed without TLS.
      ...(isHere && !encrypted ? { directConnection: true } : {}),
      ...(username === undefined || secret === undefined ? {} : { auth: { username, password: secret } }),
      ...(authSource === undefined ? {} : { authSource }),
      ...(replicaSet === undefined ? {} : { replicaSet }),
    },
  };
}
