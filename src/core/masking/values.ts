import type { Strength } from './names';

/** A value as it stands behind a name. */
interface Found {
  readonly value: string;
  readonly quoted: boolean;
  /** Of a variable of an environment: `DB_PASS=…`. */
  readonly variable: boolean;
  /** With blanks around what separates it from its name, as code and prose have it. */
  readonly spaced: boolean;
  /** What follows on the line. */
  readonly rest: string;
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** What is said of a secret, or stands where one would be. */
const noSecrets =
  set(`true false yes no on off null nil none undefined nan never any auto always default required optional
  invalid missing expired valid incorrect wrong empty unknown unset set changed updated hidden accepted disabled enabled
  string str text varchar char bytes byte int integer number boolean bool object array buffer uuid blob unknown void
  interface type enum the a an is are was not your our my its this that these it in of for from to with at by as if or
  and but be will must may can should please enter see use used using new await async function lambda class struct
  self input value request response user args config options data env ctx context props state params body form
  todo tbd fixme redacted masked removed secret token password key include same-origin omit inherit basic bearer digest
  oauth oauth2 header cookie local session redis ref char* uint8array cryptokey`);

/** Whether what stands behind a name of this strength is a secret. */
export function isSecretValue(found: Found, strength: Strength): boolean {
  const value = found.value.trim();
  if (value === '' || value.includes('[secret')) return false;
  if (isReference(found, value) || isPlaceholder(value) || isProse(found, value) || isPath(value)) return false;
  if (/^[\^~]?\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?$/.test(value) || /^(?:workspace|npm|file|link|catalog):/.test(value))
    return false;
  if (/^(?:https?|file):\/\/[^@\s]*$/i.test(value)) return false;
  if (strength === 'weak') return looksRandom(value) || /:\/\/[^\s/]*@/.test(value) || isLogin(value);
  return !/^[-+]?\d{1,3}(?:[./:]\d+)?%?$/.test(value);
}

/** `name:password`. */
function isLogin(value: string): boolean {
  return /^[\w.@-]{1,64}:(?=[^\s/:]{4,}$)[^\s]*[^A-Za-z\s]/.test(value) && !/:\d+$/.test(value);
}

/** Code and shell that name a secret without saying it. */
function isReference(found: Found, value: string): boolean {
  if (/^[=:]{1,3}$/.test(value)) return true;
  if (/^(?:\\?\$|%\w+%|#\{|\{\{|@\w+$|:\w+$|\?$|%[sdv]$|%\(|!\w+ )/.test(value)) return true;
  if (found.quoted) return /^\{\w+\}$/.test(value);
  return isSyntax(found, value) || (!(found.variable && !found.spaced) && isExpression(found, value));
}

/** What no secret begins or goes on with. */
function isSyntax({ spaced, rest }: Found, value: string): boolean {
  // {…} of a connection string is a quote.
  if (/^[[({<!&"'`+]/.test(value)) return !(/^\{[^{}:$]+$/.test(value) && /^\}[;<]/.test(rest));
  if (spaced && /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(value)) return true;
  // `ConvertTo-SecureString "…"`.
  if (spaced && /^[A-Z][A-Za-z]+-[A-Z]/.test(value) && /^ ["'-]/.test(rest)) return true;
  return rest.startsWith('(') || /^[\w.$:>-]{1,200}\(/.test(value) || roots.test(value);
}

const roots =
  /^(?:process\.env|os\.environ|import\.meta|System|Deno|Bun|ENV\[|self|this|args?|config|settings|options|opts|env|data|vars?|local|module|req|request|res|resp|response|user|params|props|state|ctx|context|secrets|each)(?:\.|\[|$)/;

function isExpression({ spaced, rest }: Found, value: string): boolean {
  if (/^[A-Za-z_$][\w$]*(?:\??\.|->|::|\[)[A-Za-z_$"'\d]/.test(value) || rest.startsWith('['))
    return (spaced || namesSecret(value)) && !looksRandom(value);
  return spaced && isIdentifier(value) && (namesSecret(value) || /^\s*(?:[;,)?+|&]|as\b|=>)/.test(rest));
}

function isIdentifier(value: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(value) && !looksRandom(value) && !/\d/.test(value);
}

function namesSecret(value: string): boolean {
  return /(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|cred(?:ential)?s?|cookie|auth)$/i.test(value);
}

/** `***`, `<token>`, `your-api-key`, `xxxx`. */
function isPlaceholder(value: string): boolean {
  if (value === '~' || /^[*xX•.…_#?-]{2,}$/.test(value) || /^<[^>]*>$/.test(value) || /^\[[^\]]*\]$/.test(value))
    return true;
  if (/^(?:your|insert|put|enter|replace)[-_ ]/i.test(value) && !/\d{3}/.test(value)) return true;
  return noSecrets.has(value.toLowerCase().replace(/[.:!?]$/, ''));
}

/** A sentence, or a label: what an interface says about a secret. */
function isProse({ quoted, variable, rest, spaced }: Found, value: string): boolean {
  if (variable) return false;
  const words = value.toLowerCase().split(/\s+/);
  if (words.length > 2) {
    if (!words.every(word => /^[\p{L}'’(“"-]+[.,:;!?…)”"]*$/u.test(word))) return false;
    return words.some(
      word => noSecrets.has(word.replace(/[^\p{L}]+$/u, '')) || namesSecret(word.replace(/[^\p{L}]+$/u, '')),
    );
  }
  if (quoted)
    return /^(?:new |current |confirm |api )?(?:Password|Token|Secret|Key|Passphrase|Cookie|Credentials)$/.test(value);
  return spaced && /^[a-z]+[.,!?]?$/i.test(value) && /^,? +(?!#|\/\/)[a-z]+\b(?!\s*[=:])/i.test(rest);
}

/** A place on a disk. A secret in base64 may have slashes too, but no words between them. */
function isPath(value: string): boolean {
  if (!/^(?:~|\.{1,2}|[A-Za-z]:|\$\w+)?[\\/]/.test(value) && !/^[\w.-]+(?:\/[\w.-]+)+\.[a-z]{2,5}$/.test(value)) {
    return /^[\w./-]{1,200}\.(?:pem|key|crt|cer|p12|pfx|jks|json|ya?ml|txt|env|pub|asc|gpg|toml|ini|conf)$/i.test(
      value,
    );
  }
  const pieces = value.split(/[\\/]/).filter(piece => piece !== '');
  return pieces.length > 0 && pieces.every(piece => /^[\w.@~+: -]+$/.test(piece) && !looksRandom(piece));
}

/** Letters and digits that no person would choose: the measure for what stands behind a weak name. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value)) return false;
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return false;
  return value.split(/[-_.:/,;@]/).some(isRandomPiece) || mixes(value);
}

function isRandomPiece(piece: string): boolean {
  if (/^[\da-f]{16,}$/i.test(piece) && /\d/.test(piece) && /[a-f]/i.test(piece)) return true;
  if (piece.length < 8) return false;
  const letters = piece.replaceAll(/[^A-Za-z]/g, '');
  const turns = (piece.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length;
  if (turns >= 3 || (turns >= 2 && piece.length >= 10)) return true;
  const jumps = (piece.match(/[a-z](?=[A-Z])|[A-Z]{2}(?=[a-z])/g) ?? []).length;
  if (letters.length >= 8 && jumps * 4 >= letters.length) return true;
  return letters.length >= 20 && (letters.match(/[aeiou]/gi) ?? []).length * 5 < letters.length;
}

/** A password by the book: small and large letters, digits and signs in one word. */
function mixes(value: string): boolean {
  return [/[a-z]/, /[A-Z]/, /\d/, /[!#$%^&*+=?@]/].every(kind => kind.test(value));
}
