import { say, type Sentence } from '../texts/sentence';

/** Why no address ever has this host; undefined where one may. */
export function neverAHost(host: string): Sentence | undefined {
  if (host.startsWith('[')) return undefined;
  const labels = host.split('.');
  if (host.length > 253 || labels.some(label => label.length > 63))
    return say('{host} never matches: no host has so long a name.', { host });
  const last = labels.at(-1) ?? '';
  if (/^(?:[0-9]+|0x[0-9a-f]*)$/.test(last) && !isAddress(labels))
    return say('{host} never matches: what ends in a number is an address of four numbers up to 255.', { host });
  if (labels.some(label => label.startsWith('-') || label.endsWith('-')))
    return say('{host} never matches: no part of a host begins or ends with a hyphen.', { host });
  return undefined;
}

/** A part may be a `*`. */
function isAddress(labels: readonly string[]): boolean {
  return (
    labels.length === 4 &&
    labels.every(label => label === '*' || (/^(?:0|[1-9][0-9]{0,2})$/.test(label) && Number(label) <= 255))
  );
}
