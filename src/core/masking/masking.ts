import { isObject, type Json } from '../base/json';
import { secretsOfCommands } from './commands';
import { namedSecrets } from './named';
import { isVariable, type Strength, strengthOf } from './names';
import { maskAddresses, maskPhrases } from './phrases';
import { knownShapes } from './shapes';
import { replaced } from './spans';
import { privateParts, structuredSecrets } from './structures';
import { isSecretValue } from './values';

/** What stands in for a secret on disk and in logs. */
const mask = '[secret]';

/** Of a text without any of these nothing is masked, and most texts have none. */
const hint =
  /pass|pwd|psk|rootpw|bindpw|pw["']?[=:]|psw|secret|token|key|cred|cookie|auth|dsn|bearer|basic|salt|_pat|signature|sig=|:\/\/|identified|eyJ|---- ?BEGIN|(?:sk|pk|rk)[-_]|gh[pousr]_|_pat_|xox|xapp|gl[a-z]{2,6}-|AT[AC]TT3|CFPAT|PMAK|NRAK|FLWSECK|xai-|xkeysib|xsmtpsib|pplx|dp\.|atlasv1|\bpat-[a-z]{2}\d|\bpat\w{14}\.|LTAI|oy2|1\/\/0|xprv|pypi-|npm_|hf_|AKIA|ASIA|AIza|ya29|SG\.|hv[sbr]\.|GOCSPX|sq0|:AA|\b\w{2,10}_\w{16}|:\$|-[uUpPawkKAXbs]|-hp|\/rp|http-basic|\bmc |vercel|t?tty|cert|obscure|encrypt_|kinit|net user|\/p:|@tcp|@unix|--user|login|vault|rabbitmq|sqlplus|:(?:\d{2,5}|\*):|jdbc:|<<<|mnemonic|phrase|dapi|Private-Lines|-N|unlock|\b[MNO][\w-]{22}|\bpin|x-amz|kty|SecureS|stringData|E\t\d|密|口令|令牌|パス|비밀|пароль|kennwort|contrase|senha|mot de/i;

function maskText(text: string): string {
  if (!hint.test(text)) return text;
  let masked = text;
  for (const shape of knownShapes) masked = masked.replace(shape, mask);
  masked = replaced(masked, structuredSecrets(masked), mask);
  masked = maskAddresses(masked, mask);
  masked = replaced(masked, secretsOfCommands(masked), mask);
  masked = replaced(masked, namedSecrets(masked), mask);
  return maskPhrases(masked, mask);
}

/** No secret is longer than this, but for keys that say where they begin. */
const longestSecret = 8192;

/**
 * The beginning of a text, masked before it is cut: of a secret that lies across the cut a part would stay that nothing
 * knows for one. What is far behind the cut is not looked at.
 */
export function maskedBeginning(text: string, longest: number): string {
  const seen = text.slice(0, longest + longestSecret);
  const whole = maskText(seen);
  // Of a secret that begins near the end of what is seen, only the beginning was seen.
  const sure = seen === text ? whole.length : whole.length - longestSecret;
  const kept = Math.min(longest, sure);
  return kept < whole.length || seen !== text ? `${whole.slice(0, kept)}…` : whole;
}

/** The same value with every secret in it masked. */
export function maskValue(value: Json): Json {
  return maskMembers('', value);
}

/** What `maskValue` has made: its texts are not looked through a second time. Nobody changes them, they are readonly. */
const made = new WeakSet<object>();

function maskMembers(key: string, value: Json): Json {
  if (typeof value === 'string') return maskNamed(key, value);
  if (Array.isArray(value))
    return remembered(value.map(item => (key === 'cookies' ? maskAll(item, 'value') : maskValue(item))));
  if (!isObject(value)) return value;
  // What an entry of a list is called stands beside its value.
  const { name, value: named } = value;
  const own = typeof name === 'string' && typeof named === 'string' ? name : 'value';
  return remembered(
    Object.fromEntries(
      Object.entries(value).map(([member, item]) => {
        if (value['kind'] === 'Secret' && /^(?:data|stringData)$/.test(member)) return [member, maskAll(item)];
        if (typeof value['kty'] === 'string' && privateParts.has(member)) return [member, mask];
        return [member, maskMembers(member === 'value' ? own : member, item)];
      }),
    ),
  );
}

/** The texts of an object, or the one of this name, are secrets. */
function maskAll(value: Json, only?: string): Json {
  if (!isObject(value)) return maskValue(value);
  const members = Object.entries(value).map(([member, item]): [string, Json] => {
    const isSecret = typeof item === 'string' && (only === undefined || only === member);
    return [member, isSecret ? mask : maskMembers(member, item)];
  });
  return remembered(Object.fromEntries(members));
}

function remembered<T extends object>(masked: T): T {
  made.add(masked);
  return masked;
}

/**
 * The same value with each text masked by the name of its member, but for what `maskValue` has made and what `isOurs` knows
 * of the members of the value itself. What has no secret in it is not copied.
 */
export function maskRest(value: object, isOurs: (key: string, text: string) => boolean = () => false): object {
  if (made.has(value)) return value;
  const members = Object.entries(value).map(([key, item]: [string, unknown]): [string, unknown] => {
    if (typeof item === 'string') return [key, isOurs(key, item) ? item : maskNamed(key, item)];
    return [key, typeof item === 'object' && item !== null ? maskRest(item) : item];
  });
  const before: readonly unknown[] = Object.values(value);
  if (members.every(([, item], at) => item === before[at])) return value;
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

/** A text that is kept under a name. */
export function maskNamed(key: string, value: string): string {
  const strength = strengthOfMember(key);
  const isSecret =
    strength !== undefined &&
    isSecretValue({ value, quoted: true, variable: isVariable(key), spaced: false, rest: '' }, strength);
  return isSecret ? mask : maskText(value);
}

/** Members have the same few names again and again; of those that an agent makes up not all are kept. */
const strengths = new Map<string, Strength | undefined>();
const mostStrengths = 1000;

function strengthOfMember(key: string): Strength | undefined {
  if (strengths.has(key)) return strengths.get(key);
  const strength = key.length <= 80 && /^[\w.-]+$/.test(key) ? strengthOf(key) : undefined;
  if (strengths.size < mostStrengths) strengths.set(key, strength);
  return strength;
}
