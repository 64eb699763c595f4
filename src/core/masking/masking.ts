import { isObject, type Json } from '../base/json';
import { secretsOfCommands } from './commands';
import { namedSecrets } from './named';
import { isVariable, strengthOf } from './names';
import { knownShapes } from './shapes';
import { replaced } from './spans';
import { isSecretValue, looksRandom } from './values';

/** What stands in for a secret on disk and in logs. */
const mask = '[secret]';

const header = /\b(bearer|basic)\s{1,8}(?=[\w.~+/=-]{0,512}[\d=])[\w.~+/=-]{8,4096}/gi;
const userinfo = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"'`<>?#]{0,200}:)(?![$%{<]|\[secret\])[^\s/?#"'`<>]{1,512}(@)/gi;
/** `https://TOKEN@host`. */
const lonely = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)([\w.~%+-]{8,512})(?=@)/gi;
/** `root:…@tcp(db:3306)`, as Go has it. */
const network = /(\b[\w.-]{1,60}:)(?![$%{<])[^\s:@/"'`]{1,200}(?=@(?:tcp|unix)\()/g;
const login =
  /((?:^|\s)(?:-u|--?(?:user|proxy-user|auth|login|credentials))[ =]["']?([^\s:"'$/=]{1,200}):)(?!\d{1,10}(?:[\s"']|$)|\2(?:[\s"']|$)|[$/\\])(?<!\.(?:py|js|ts|rb|sh|go):)[^\s"'$]{1,512}/g;
/** `-u name -p SECRET`, but for a port, a folder or a prompt. */
const pair = /(\s-u\s{1,4}[^\s-]\S{0,200}\s{1,4}-p\s{1,4}["']?)(?!\d{1,5}(?::|\s|$)|[-/.$"'<[])[^\s"']{1,512}/g;
/** SQL and the files of older programs say it without a sign between. */
const said: readonly RegExp[] = [
  /(\b(?:IDENTIFIED\s{1,4}(?:WITH\s{1,4}\S{1,40}\s{1,4})?BY\s{1,4}(?:PASSWORD\s{1,4})?|WITH\s{1,4}(?:ENCRYPTED\s{1,4})?PASSWORD\s{1,4}|ENCRYPTED\s{1,4}PASSWORD\s{1,4})["'])[^"'\n]{1,512}(?=["'])/gi,
  /(\bPASSWORD(?:\s{1,4}|\()["'])[^"'\n]{1,512}(?=["'])/g,
  /(\blogin\s{1,8}\S{1,200}\s{1,8}password\s{1,8})(?!\[secret\])[^\s"']{1,512}/g,
  /(^[\w.*-]{1,200}:(?:\d{2,5}|\*):[\w.*-]{1,100}:[\w.*-]{1,100}:)[^\s:]{1,512}$/gm,
  // echo SECRET | sudo -S …
  /(\b(?:echo|printf)\s{1,4}(?:-\w{1,3}\s{1,4}|["']?%s(?:\\n)?["']?\s{1,4}){0,3})(?![$"']\$|["']?\[secret\])(?:"(?!\$)[^"\n]{1,512}"|'[^'\n]{1,512}'|[^\s"'$|]{1,512})(?=\s{0,4}\|[^|\n]{1,200}(?:--password-stdin|--passphrase-fd|--with-token|--pinentry|sudo\s(?:-\w{1,9}\s){0,4}-\w{0,4}S|chpasswd|passwd|--stdin))/g,
  /((?:\bsudo\s(?:-\w{1,9}\s){0,4}-\w{0,4}S|\bchpasswd|--password-stdin|--with-token|\bpasswd\s--stdin)[^\n|;]{0,200}<<<\s{0,4})(?!["']?\$)(?:"[^"\n]{1,512}"|'[^'\n]{1,512}'|[^\s"']{1,512})/g,
];

/** Of a text without any of these nothing is masked, and most texts have none. */
const hint =
  /pass|pwd|psw|secret|token|key|cred|cookie|auth|dsn|bearer|basic|salt|_pat|signature|sig=|:\/\/|identified|eyJ|-----BEGIN|(?:sk|pk|rk)[-_]|gh[pousr]_|_pat_|xox|xapp|glpat|pypi-|npm_|hf_|AKIA|ASIA|AIza|ya29|SG\.|hv[sbr]\.|GOCSPX|sq0|:AA|\b\w{2,10}_\w{16}|:\$|-[uUpPawkKAXbs]|\/p:|@tcp|@unix|--user|login|vault|rabbitmq|sqlplus|:\d{2,5}:|<<</i;

function maskText(text: string): string {
  if (!hint.test(text)) return text;
  let masked = text;
  for (const shape of knownShapes) masked = masked.replace(shape, mask);
  masked = masked
    .replace(userinfo, `$1${mask}$2`)
    .replace(lonely, (all, head: string, user: string) => (looksRandom(user) ? `${head}${mask}` : all))
    .replace(network, `$1${mask}`);
  masked = replaced(masked, secretsOfCommands(masked), mask);
  masked = replaced(masked, namedSecrets(masked), mask);
  for (const pattern of said) masked = masked.replace(pattern, `$1${mask}`);
  return masked
    .replace(pair, (all, head: string, at: number) =>
      /\b(?:mysql|mariadb)/.test(masked.slice(Math.max(0, at - 200), at)) ? all : `${head}${mask}`,
    )
    .replace(login, `$1${mask}`)
    .replace(header, `$1 ${mask}`);
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
