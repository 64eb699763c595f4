import { type Span } from './spans';
import { strengthOf } from './names';

/** Where programs take a secret by a flag or a place that does not call it one. */
interface Secrets {
  /** `-pSECRET`. */
  readonly attached?: RegExp;
  /** `-p SECRET`. */
  readonly next?: RegExp;
  /** `-u name:SECRET`, with the signs that part the two. */
  readonly login?: { readonly flag: RegExp; readonly sign: RegExp };
  /** Of the words that are no flags, counted from the one after the program; -1 is the last. */
  readonly operand?: number;
  /** `pass:SECRET` or `/p:SECRET`, as a word of its own. */
  readonly word?: RegExp;
  /** A word that names a secret is followed by it. */
  readonly pairs?: boolean;
  /** Only where this word is there too. */
  readonly only?: RegExp;
}

const webLogin = { flag: /^(?:-[a-zA-Z]{0,8}u|--user|-U|--proxy-user|--http-user|-a|--auth)$/, sign: /:/ };
const web: Secrets = { login: webLogin, next: /^(?:-b|--cookie)$/ };
const mysql: Secrets = { attached: /^-p(?=[^\s=])/ };
const bigP: Secrets = { attached: /^-P(?=\S)/, next: /^-P$/ };
const pairs: Secrets = { pairs: true, only: /^(?:set|config|configure|config:set|secrets?|variable|add)$/ };

const programs: readonly (readonly [names: string, ...Secrets[]])[] = [
  [
    'mysql(?:dump|admin|import|check|show|binlog|pump|slap|sh|_\\w{1,20})?|mariadb(?:-\\w{1,20})?|mycli|mydumper|myloader',
    mysql,
  ],
  ['7z[arz]?|rar|unrar', { attached: /^-h?p(?=\S)/ }],
  ['sshpass', { attached: /^-p(?=\S)/, next: /^-p$/ }],
  [
    'docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|regctl|az(?= (?:\\S{1,30} ){0,2}login)|oc|cf|kubectl|argocd|registry',
    { next: /^-p$/, attached: /^-p(?=[^=\s-])/, only: /^login$/ },
    { word: /^--from-literal=[\w.-]{1,100}=/, next: /^--from-literal$/, only: /^secret$/ },
  ],
  ['mongo(?:sh|dump|restore|import|export|stat|top)?', { next: /^-p$/ }],
  ['redis-cli|valkey-cli|iredis', { next: /^-a$/ }, { operand: -1, only: /^(?:auth|requirepass|masterauth)$/i }],
  [
    'ldap(?:search|add|modify|delete|passwd|whoami|compare|modrdn)',
    { next: /^-[ws]$/, attached: /^-w(?=\S)/, only: /^-[wD]/ },
  ],
  ['zip|unzip|zipcloak|zipinfo|sqlcmd|mssql(?:-cli)?|tsql|freebcp|bcp|osql|ipmitool|mosquitto_(?:pub|sub)', bigP],
  ['smbclient|rpcclient|smbget|net', { login: { flag: /^-U$/, sign: /%/ } }, { operand: 2, only: /^user$/ }],
  [
    'curl',
    web,
    { attached: /^-[sSkLfvigI]{0,8}u[^\s:]{1,200}:(?=\S)/ },
    { login: { flag: /^(?:-E|--(?:proxy-)?cert)$/, sign: /:(?![/\\])/ } },
  ],
  ['http|https|xh|wget|hey', web],
  ['ab|siege|ttyd|gotty', { login: { flag: /^(?:-[AP]|-c|--credential)$/, sign: /:/ } }],
  ['lftp', { login: { flag: /^-u$/, sign: /,/ } }],
  ['htpasswd', { operand: -1, only: /^-\w{0,5}b\w{0,5}$/ }],
  ['openssl', { word: /^pass:(?=\S)/, next: /^-[kK]$/ }, { operand: -1, only: /^passwd$/ }],
  ['plink|pscp|psftp|putty|kitty', { next: /^-pw$/ }],
  ['[xw]?freerdp3?', { word: /^\/p:(?=\S)/ }],
  ['rdesktop|cqlsh|ncftp|ncftpput|ncftpget|snowsql|nbtscan', { next: /^-p$/ }],
  ['snmp(?:walk|get|set|bulkwalk|getnext)', { next: /^-[AX]$/ }],
  ['rabbitmqctl', { operand: 2, only: /^(?:add_user|change_password|authenticate_user)$/ }],
  ['usermod|useradd|passwd', { next: /^(?:-p|--password)$/ }],
  [
    'cargo|bw|lpass|snyk|ngrok|stripe|railway',
    { operand: -1, only: /^(?:login|unlock|auth|authtoken|add-authtoken)$/ },
  ],
  ['ssh-keygen|puttygen', { next: /^-[NP]$/ }],
  ['rclone|op|restic|gpgconf', { pairs: true }, { operand: 1, only: /^obscure$/ }],
  ['fly|flyctl', { word: /^\w{1,80}=/, only: /^secrets$/ }],
  ['doppler', { word: /^\w{1,80}=/, only: /^secrets$/ }, { operand: 3, only: /^secrets$/ }],
  ['ansible-vault', { operand: 1, only: /^encrypt_string$/ }],
  ['mc', { operand: 5, only: /^alias$/ }, { operand: 6, only: /^host$/ }],
  ['vercel|netlify|schtasks', { next: /^(?:-t|--auth|\/rp)$/i }],
  ['wpa_passphrase', { operand: 1 }],
  ['sqlplus|sqlldr|expdp|impdp|exp|imp', { word: /^\w{1,60}\/(?=[^\s@]{1,200}@)/ }],
  ['security', { next: /^-[wp]$/, pairs: true, only: /password|keychain|^(?:set|import|unlock)/ }],
  [
    'dotnet|nuget',
    { next: /^(?:-k|-ApiKey)$/i, pairs: true, only: /^(?:push|nuget|set|user-secrets)$/ },
    { operand: 3, only: /^user-secrets$/ },
  ],
  ['gh|glab|hub', { next: /^(?:-b|--body)$/, only: /^secret$/ }],
  [
    'aws',
    {
      next: /^(?:--value|--secret-string)$/,
      pairs: true,
      only: /^(?:SecureString|put-parameter|secretsmanager|set|configure)$/,
    },
  ],
  ['az', { next: /^--value$/, only: /^(?:secret|keyvault)$/ }],
  ['nmcli|setx', { pairs: true }],
  ['vault', { operand: 1, only: /^login$/ }, { word: /^\w[\w-]{0,80}=(?!@)/, only: /^kv$/ }],
  ['pulumi', pairs, { operand: 3, only: /^--secret$/ }],
  ['composer|poetry', pairs, { operand: -1, only: /^(?:http-basic|pypi-token|(?:github|gitlab)-\w{1,10}|bearer)\b/ }],
  ['npm|pnpm|yarn|git|pip|pip3|gcloud|firebase|bundle|gem', pairs],
];

const program = new RegExp(`(?<![\\w.-])(?:${programs.map(([names]) => `(${names})`).join('|')})(?=[ \\t])`, 'g');
const word = /(?:\\[^]|"(?:[^"\\]|\\[^]){0,4096}"|'[^']{0,4096}'|[^\s"'\\|;&<>()`])+/y;
const blank = /(?:[ \t]|\\\r?\n)+/y;
const longestCommand = 8192;
const mostWords = 64;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The secrets that the commands in a text are given. */
export function secretsOfCommands(text: string): readonly Span[] {
  const spans: Span[] = [];
  program.lastIndex = 0;
  for (let match = program.exec(text); match; match = program.exec(text)) {
    const number = match.slice(1).findIndex(group => group !== undefined);
    const words = wordsFrom(text, program.lastIndex);
    const [, ...kinds] = programs[number] ?? [''];
    for (const secrets of kinds)
      if (!secrets.only || words.some(({ text: it }) => secrets.only?.test(it))) spans.push(...taken(secrets, words));
    // What a command starts may be a command with secrets too: `sshpass -p x mysql -py`.
  }
  // What stands for a secret is none.
  return spans.filter(({ start }) => !/^["']?(?:[$<%]|\{\{|\[secret\])/.test(text.slice(start, start + 8)));
}

function wordsFrom(text: string, from: number): readonly Word[] {
  const words: Word[] = [];
  for (let at = from; at - from < longestCommand && words.length < mostWords; ) {
    blank.lastIndex = at;
    if (!blank.test(text)) break;
    word.lastIndex = blank.lastIndex;
    const match = word.exec(text);
    if (!match) break;
    words.push({ text: match[0], start: match.index, end: word.lastIndex });
    at = word.lastIndex;
  }
  return words;
}

function taken(secrets: Secrets, words: readonly Word[]): readonly Span[] {
  const { attached, next, login, operand, word: named, pairs: inPairs, only } = secrets;
  const spans: Span[] = [];
  const operands: Word[] = [];
  for (const [place, { text, start, end }] of words.entries()) {
    const following = words[place + 1];
    const bare = text.replace(/^["']/, '');
    const quote = text.length - bare.length;
    const at = (attached?.exec(bare) ?? named?.exec(bare))?.[0].length;
    if (at !== undefined) spans.push({ start: start + quote + at, end: end - quote });
    if (!text.startsWith('-')) operands.push({ text, start, end });
    if (!following) continue;
    if (next?.test(text) && (login !== webLogin || following.text.includes('='))) spans.push(inside(following));
    if (login?.flag.test(text)) spans.push(...passwordIn(following, login.sign));
    if (inPairs && isPair(text, following.text)) spans.push(inside(following));
  }
  const last = operand === undefined ? undefined : operands.at(operand);
  if (last && operands.length > 1 && !/=|^\/\w+$/.test(last.text) && !only?.test(last.text)) spans.push(inside(last));
  return spans.filter(({ start, end }) => end > start);
}

/** A name and what it is set to; of a name that may be another's only what is long. */
function isPair(name: string, value: string): boolean {
  const strength = strengthOf(name.replace(/^.*[:/]/, ''));
  return !value.startsWith('-') && (strength === 'strong' || (strength === 'weak' && value.length >= 8));
}

/** What is within the quotes of a word. */
function inside({ text, start, end }: Word): Span {
  const quote = /^(["']).*\1$/s.test(text) ? 1 : 0;
  return { start: start + quote, end: end - quote };
}

function passwordIn(it: Word, sign: RegExp): readonly Span[] {
  const { start, end } = inside(it);
  const at = it.text.slice(start - it.start).search(sign);
  return at < 0 ? [] : [{ start: start + at + 1, end }];
}
