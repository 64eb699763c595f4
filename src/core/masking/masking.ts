import { isObject, type Json } from '../base/json';
import { secretsOfCommands } from './commands';
import { namedSecrets } from './named';
import { isVariable, strengthOf } from './names';
import { maskAddresses, maskPhrases } from './phrases';
import { knownShapes } from './shapes';
import { replaced } from './spans';
import { isSecretValue } from './values';

/** What stands in for a secret on disk and in logs. */
const mask = '[secret]';

/** Of a text without any of these nothing is masked, and most texts have none. */
const hint =
  /pass|pwd|psw|secret|token|key|cred|cookie|auth|dsn|bearer|basic|salt|_pat|signature|sig=|:\/\/|identified|eyJ|-----BEGIN|(?:sk|pk|rk)[-_]|gh[pousr]_|_pat_|xox|xapp|glpat|pypi-|npm_|hf_|AKIA|ASIA|AIza|ya29|SG\.|hv[sbr]\.|GOCSPX|sq0|:AA|\b\w{2,10}_\w{16}|:\$|-[uUpPawkKAXbs]|\/p:|@tcp|@unix|--user|login|vault|rabbitmq|sqlplus|:(?:\d{2,5}|\*):|jdbc:|<<<|mnemonic|phrase|dapi|Private-Lines|-N|unlock|\b[MNO][\w-]{22}|\bpin|x-amz|密|口令|令牌|パス|비밀|пароль|kennwort|contrase|senha|mot de/i;

function maskText(text: string): string {
  if (!hint.test(text)) return text;
  let masked = text;
  for (const shape of knownShapes) masked = masked.replace(shape, mask);
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

function maskMembers(key: string, value: Json): Json {
  if (typeof value === 'string') return maskNamed(key, value);
  if (Array.isArray(value)) return value.map(maskValue);
  if (!isObject(value)) return value;
  // What an entry of a list is called stands beside its value.
  const { name, value: named } = value;
  const own = typeof name === 'string' && typeof named === 'string' ? name : 'value';
  return Object.fromEntries(
    Object.entries(value).map(([member, item]) => [member, maskMembers(member === 'value' ? own : member, item)]),
  );
}

/** The same, member by member, for `JSON.stringify`. */
export function maskedMember(key: string, value: unknown): unknown {
  return typeof value === 'string' ? maskNamed(key, value) : value;
}

/** A text that is kept under a name. */
export function maskNamed(key: string, value: string): string {
  const strength = key.length <= 80 && /^[\w.-]+$/.test(key) ? strengthOf(key) : undefined;
  const found = { value, quoted: true, variable: isVariable(key), spaced: false, rest: '' };
  return strength !== undefined && isSecretValue(found, strength) ? mask : maskText(value);
}
