import { isObject, type Json } from './json';

/** What stands in for a secret on disk and in logs. */
const mask = '[secret]';

const patterns: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /\b(?:sk|pk|rk)-[\w-]{16,}/g,
  /\bgh[pousr]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
];

/** `TOKEN=…`, `"password": "…"`, `Authorization: Bearer …`: the name stays, the value goes. */
const named =
  /((?:token|secret|passw(?:or)?d|passwd|api[-_]?key|access[-_]?key|authorization|credential)[\w-]*["']?\s*[:=]\s*(?:bearer\s+|basic\s+)?)("[^"\n]*"|'[^'\n]*'|[^\s"'&;,|<>]+)/gi;
const header = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const userinfo = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(@)/gi;

export function maskText(text: string): string {
  let masked = text;
  for (const pattern of patterns) masked = masked.replace(pattern, mask);
  return masked.replace(userinfo, `$1${mask}$2`).replace(named, `$1${mask}`).replace(header, `$1 ${mask}`);
}

const secretName = /token|secret|passw|api[-_]?key|access[-_]?key|authorization|credential/i;

/** The same value with every secret in it masked. */
export function maskValue(value: Json): Json {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === 'string' && secretName.test(key) ? mask : maskValue(item),
    ]),
  );
}
