/**
 * What the name of a thing tells of its value: `strong`, it is a secret unless it is plainly none; `weak`, it is one if it
 * looks like one; or nothing.
 */
export type Strength = 'strong' | 'weak';

function set(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Behind the word that says secret, these say which of several it is. */
const qualifiers = set(`base value val b64 base64 hex raw plain plaintext old new prev previous current prod production
  dev development staging stage test testing live local ci default primary secondary main backup encoded env str string`);

const strongEnds = set(`password passwd passphrase passcode pswd pass pwd secret token authorization cred
  psk authtok`);
const weakEnds = set(`key pw auth cookie cookies dsn credential credentials secrets creds pat bearer salt passkey`);

/** A key of these opens something; another may as well be the key of a map. */
const keyOf = set(`api app access private secret encryption encrypt encrypted decryption signing sign signature master
  license session deploy ssh account shared client service auth admin webhook hmac aes rsa crypto jwt server write
  ingest integration subscription partner merchant consumer fernet cipher root wallet sas crypt gpg pgp tls ssl
  wireguard preshared psk identity hash validation machine machinekey authentication security cookie token instrumentation
  connection bot vault storageaccount`);
const noKeyOf =
  set(`public primary foreign cache sort partition hot shortcut index i18n translation message lookup group
  row column map react unique composite idempotency routing object range search arrow enter escape tab any press known
  registry feature config setting option dict json storage local surrogate natural query publishable host dedupe state
  field label node list item sort order natural metric redis kv idempotent s3 bucket event sub up down left right`);
const noTokenOf = set(`next page continuation pagination max min num eos bos pad unk sep cls mask special stop start end
  first last sync cancel cancellation design syntax lexer parser ast peek lookahead input output punctuation keyword
  string number total per prev previous color theme style count expected unexpected tok`);
const noPassOf = set(`by com multi first second single render low high band all under over did not no one two forward
  backward ask test tests each another pre post shadow depth color compute`);
/** Says that something is to be done with a secret, or whether there is one. */
const about =
  set(`forgot forgotten reset change changed show hide enter invalid wrong require requires required use uses
  has is no need needs missing expired incorrect toggle without enable enabled disable disabled allow should must skip
  validate verify check empty update lost`);

const compactPass =
  /^(?:db|my|user|root|admin|mysql|sql|pg|redis|sudo|smtp|ftp|ssh|key|store|trust|login|app|http|proxy|mail|wifi|vnc|ldap|mongo|rabbit|vault|become|git|svn|os|sa|source|dest|src|dst|(?:src|dest|new)(?:store|key))pass$/;
const compactToken =
  /(?:auth|access|refresh|id|identity|registry|bearer|api|bot|session|csrf|xsrf|jwt|github|gitlab|gh|npm|user|app|my|device|security|login|vault|sas|oauth|personal|deploy|private)token$/;
const compactKey =
  /(?:api|access|private|secret|encryption|signing|master|license|account|sharedaccess|auth|ssh|hmac|aes|webhook|service)key$/;
const compactAny = /(?:password|passwd|passphrase|secret|pwd)$/;

/** `awsSecretAccessKey`, `AWS_SECRET_ACCESS_KEY` and `aws.secret-access-key` have the same words. */
function wordsIn(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '');
}

export function strengthOf(name: string): Strength | undefined {
  const words = wordsIn(name);
  while (words.length > 1 && isQualifier(words.at(-1) ?? '')) words.pop();
  const last = (words.at(-1) ?? '').replace(/\d{1,4}$/, '');
  const before = words.at(-2) ?? '';
  if (words.slice(0, -1).some(word => about.has(word))) return undefined;
  if (last === 'key') return keyStrength(before);
  if (last === 'token' && noTokenOf.has(before)) return undefined;
  if (last === 'pass' && noPassOf.has(before)) return undefined;
  if (strongEnds.has(last)) return 'strong';
  if (weakEnds.has(last)) return 'weak';
  const isCompact = compactAny.test(last) || compactPass.test(last) || compactToken.test(last) || compactKey.test(last);
  return isCompact ? 'strong' : undefined;
}

function isQualifier(word: string): boolean {
  return qualifiers.has(word) || /^v?\d{1,4}$/.test(word);
}

function keyStrength(before: string): Strength | undefined {
  if (noKeyOf.has(before)) return undefined;
  return keyOf.has(before) ? 'strong' : 'weak';
}

/** `PWD` and `OLDPWD` alone are the folder of a shell. */
export function namesFolder(name: string): boolean {
  return /^(?:OLD)?PWD$/.test(name);
}

/** Written as variables of an environment are. */
export function isVariable(name: string): boolean {
  return /(?:^|\.)[A-Z][A-Z\d_]*$/.test(name);
}
