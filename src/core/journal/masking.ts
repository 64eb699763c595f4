import { isObject, type Json } from '../base/json';

/** What stands in for a secret on disk and in logs. */
const mask = '[secret]';

/** Things that are secret wherever they stand. Each repetition has an end, so that no text can make them slow. */
const known: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{10,4096}\.[\w-]{10,4096}\.[\w-]{0,4096}/g,
  /\b(?:sk|pk|rk)[-_](?=[\w-]{0,40}\d)[\w-]{16,512}/g,
  /\bgh[pousr]_\w{20,512}/g,
  /\bgithub_pat_\w{20,512}/g,
  /\bglpat-[\w-]{16,512}/g,
  /\bnpm_\w{30,512}/g,
  /\bhf_\w{30,512}/g,
  /\bxox[abeprs]-[\w-]{10,512}/g,
  /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,512}/g,
  /\bya29\.[\w-]{20,512}/g,
  /\bSG\.[\w-]{16,512}\.[\w-]{16,512}/g,
];

const name =
  '(?:token|secret|passw(?:or)?d|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|authorization|credentials?)';

/** Code that names a secret without saying it: a reference, a call, a type, a comparison. */
const reference =
  '(?!\\$|["\']\\$|<|=|>|\\[secret\\]|process\\.env|os\\.environ|[\\w.]{1,80}\\(|(?:string|number|boolean|true|false|null|undefined|none|new|await)\\b|(?:bearer|basic)\\s)';

/** `TOKEN=…`, `"password": "…"`, `Authorization: Bearer …`: the name stays, the value goes. */
const named = new RegExp(
  `(${name}["']?\\s{0,8}[:=]\\s{0,8}(?:bearer\\s{1,8}|basic\\s{1,8})?)${reference}("[^"\\n]{1,4096}"|'[^'\\n]{1,4096}'|[^\\s"'&;,|<>]{1,4096})`,
  'gi',
);
/** `--password …` and `--token=…` of a command. */
const option = new RegExp(
  `(\\s--?(?:[a-z]{1,20}[-_]){0,4}${name}[ =])${reference}("[^"\\n]{1,4096}"|'[^'\\n]{1,4096}'|[^\\s"'&;|<>-][^\\s"'&;|<>]{0,4096})`,
  'gi',
);
const header = /\b(bearer|basic)\s{1,8}(?=[\w.~+/=-]{0,512}[\d=])[\w.~+/=-]{8,4096}/gi;
/** `curl -u name:…`. */
const login = /(\s(?:-u|--user)[ =]["']?[^\s:"'$]{1,200}:)[^\s"'$]{1,512}/g;
const userinfo = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,512}(@)/gi;

export function maskText(text: string): string {
  let masked = text;
  for (const pattern of known) masked = masked.replace(pattern, mask);
  return masked
    .replace(userinfo, `$1${mask}$2`)
    .replace(login, `$1${mask}`)
    .replace(named, `$1${mask}`)
    .replace(option, `$1${mask}`)
    .replace(header, `$1 ${mask}`);
}

const secretName = new RegExp(`${name}$`, 'i');

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

/** The same, member by member, for `JSON.stringify`. */
export function maskedMember(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return secretName.test(key) ? mask : maskText(value);
}
