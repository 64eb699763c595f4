import { looksRandom } from './values';

const header = /\b(bearer|basic)\s{1,8}(?=[\w.~+/=-]{0,512}[\d=])[\w.~+/=-]{8,4096}/gi;
const userinfo = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"'`<>?#]{0,200}:)(?![$%{<]|\[secret\])[^\s/?#"'`<>]{1,512}(@)/gi;
/** `https://TOKEN@host`. */
const lonely = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)([\w.~%+-]{8,512})(?=@)/gi;
/** `root:…@tcp(db:3306)`, as Go has it. */
const network = /(\b[\w.-]{1,60}:)(?![$%{<])[^\s:@/"'`]{1,200}(?=@(?:tcp|unix)\()/g;
const flags = String.raw`(?:-u|--?(?:user|proxy-user|auth|login|credentials|(?:src-|dest-)?creds))`;
/** `-u name:SECRET`, but for the numbers of a user, the user again, or a file with a colon. */
const login = new RegExp(
  String.raw`((?:^|\s)${flags}[ =]([^\s:"'$/=]{1,200}):)(?!\d{1,10}(?:\s|$)|\2(?:\s|$)|[$/\\])(?<!\.(?:py|js|ts|rb|sh|go):)[^\s"'$]{1,512}`,
  'g',
);
const quotedLogin = new RegExp(
  String.raw`((?:^|\s)${flags}[ =]?(["'])[^\s:"'$/=]{1,200}:)(?!\d{1,10}\2|[$/\\])[^"'\n$]{1,512}(?=\2)`,
  'g',
);
/** `-u name -p SECRET`, but for a port, a folder or a prompt. */
const pair = /(\s-u\s{1,4}[^\s-]\S{0,200}\s{1,4}-p\s{1,4}["']?)(?!\d{1,5}(?::|\s|$)|[-/.$"'<[])[^\s"']{1,512}/g;
/** `thin:scott/SECRET@host`, as Oracle has it. */
const thin = /(\bjdbc:oracle:\w{1,10}:\w{1,60}\/)[^\s@"']{1,200}(?=@)/gi;
/** SQL and the files of older programs say it without a sign between. */
const said: readonly RegExp[] = [
  /(\b(?:IDENTIFIED\s{1,4}(?:WITH\s{1,4}\S{1,40}\s{1,4})?BY\s{1,4}(?:PASSWORD\s{1,4})?|WITH\s{1,4}(?:ENCRYPTED\s{1,4})?PASSWORD\s{1,4}|ENCRYPTED\s{1,4}PASSWORD\s{1,4})["'])[^"'\n]{1,512}(?=["'])/gi,
  /(\bPASSWORD(?:\s{1,4}|\()["'])[^"'\n]{1,512}(?=["'])/g,
  /(\blogin\s{1,8}\S{1,200}\s{1,8}password\s{1,8})(?!\[secret\])[^\s"']{1,512}/g,
  /(^[\w.*-]{1,200}:(?:\d{2,5}|\*):[\w.*-]{1,100}:[\w.*-]{1,100}:)[^\s:]{1,512}$/gm,
  // echo SECRET | sudo -S …
  /(\b(?:echo|printf)\s{1,4}(?:-\w{1,3}\s{1,4}|["']?%s(?:\\n)?["']?\s{1,4}){0,3})(?![$"']\$|["']?\[secret\])(?:"(?!\$)[^"\n]{1,512}"|'[^'\n]{1,512}'|[^\s"'$|]{1,512})(?=\s{0,4}\|[^|\n]{1,200}(?:--password-stdin|--passphrase-fd|--with-token|--pinentry|sudo\s(?:-\w{1,9}\s){0,4}-\w{0,4}S|chpasswd|passwd|--stdin|\bkinit|(?:gh|docker|podman|wrangler|fly|flyctl|vercel)\ssecrets?\s(?:set|create|put)))/g,
  // What is fed to programs that keep secrets.
  /((?:\b(?:pass\s(?:insert|add)|secret-tool\sstore|cryptsetup\s\w{1,20}|(?:gh|wrangler|gcloud|fly|flyctl|doppler|vercel|aws|az|docker|podman)\s(?:secrets?|keyvault|secretsmanager|env)\s\w{1,20}|kinit|su)\b|\bsudo\s(?:-\w{1,9}\s){0,4}-\w{0,4}S|\bchpasswd|--password-stdin|--with-token|\bpasswd\s--stdin)[^\n|;]{0,200}<<<\s{0,4})(?!["']?\$)(?:"[^"\n]{1,512}"|'[^'\n]{1,512}'|[^\s"']{1,512})/g,
  /(\b(?:api|access|secret|private|auth)[ _-](?:key|token)\s(?:is|was)\s["'`]?)(?=[\w.~+/=-]{0,512}\d)[\w.~+/=-]{7,512}[\w/=-]/gi,
  // What a jar of cookies, a line of Java and a program that has made a password say.
  /(^(?:#HttpOnly_)?[\w.-]{1,253}\t(?:TRUE|FALSE)\t\S{1,400}\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\n]{1,400}\t)[^\t\n]{1,4096}/gm,
  /(\b(?:set(?:Property|Header|env)|putenv|put|append)\(\s?["'][\w.-]{0,60}(?:password|passwd|secret|token|api_?key)["'],\s{0,4}["'])[^"'\s]{1,512}(?=["'])/gi,
  /(\bpassword (?:is generated )?for \S{1,100}(?: is)?:[ \t]{1,4})(?![[<*])\S{1,512}/gi,
  /(\bConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["'])[^"'\n$]{1,512}(?=["'])/gi,
  /(\bdefine\(\s?["']\w{0,60}(?:PASS|PASSWORD|PWD|SECRET|TOKEN|SALT|(?:AUTH|IN|NONCE|API|SECRET|PRIVATE)_?KEY)["'],\s{0,8}["'])[^"'\n]{1,512}(?=["'])/gi,
  /(\b(?:auth\s?=\s?\(|HTTP(?:Basic|Digest)Auth\()\s?["'][^"'\n]{1,200}["'],\s?["'])[^"'\n]{1,512}(?=["'])/g,
  /(<key>[^<]{0,60}(?:password|passwd|secret|token|api_?key)<\/key>\s{0,40}<string>)[^<]{1,1024}(?=<\/string>)/gi,
  /(\b(?:requirepass|masterauth|rootpw|bindpw|auth_pass)[ \t]{1,8}["']?)(?![=:$[{]|(?:is|was|not|and|or|in|for)\b)[^\s"'=]{1,512}/g,
  // In other languages.
  /((?:密码|口令|密钥|令牌|密碼|パスワード|비밀번호|пароль|passwort|kennwort|contraseña|senha|mot de passe)["']?\s{0,4}(?:[:=：]|是|为|為|ist|es|é|est)\s{0,4}["']?)(?=[\x21-\x7e]{0,512}\d)[\x21-\x7e]{4,512}/gi,
];

/** A table of names and values, as `vault` prints one. */
const isTable = /^Key[ \t]{2,80}Value[ \t]{0,8}\r?\n---/m;
const tableRow =
  /(^[\w-]{0,60}(?:password|passwd|secret|token|api_?key|private_?key)[ \t]{2,80})(?!\[secret\])\S{1,4096}/gim;

/** Masks what addresses and fixed phrases say, in which no name stands before a value. */
export function maskAddresses(text: string, mask: string): string {
  return text
    .replace(userinfo, `$1${mask}$2`)
    .replace(lonely, (all, head: string, user: string) => (looksRandom(user) ? `${head}${mask}` : all))
    .replace(network, `$1${mask}`)
    .replace(thin, `$1${mask}`);
}

export function maskPhrases(text: string, mask: string): string {
  let masked = isTable.test(text) ? text.replace(tableRow, `$1${mask}`) : text;
  for (const pattern of said) masked = masked.replace(pattern, `$1${mask}`);
  return masked
    .replace(pair, (all, head: string, at: number) =>
      /\b(?:mysql|mariadb)/.test(masked.slice(Math.max(0, at - 200), at)) ? all : `${head}${mask}`,
    )
    .replace(quotedLogin, `$1${mask}`)
    .replace(login, `$1${mask}`)
    .replace(header, `$1 ${mask}`);
}
