import { isVariable, namesFolder, strengthOf } from './names';
import type { Span } from './spans';
import { isSecretValue } from './values';

/** Somewhere in the name of a secret there is one of these. */
const hot = /pass|pwd|psw|pswd|secret|token|key|cred|cookie|auth|dsn|bearer|salt|\bpat\b|_pat\b/gi;
const nameSign = /[\w.-]/;
const longestName = 80;
const longestValue = 8192;

/** Between a name and its value: quotes that close the name, brackets of an index, a type, and what says "is". */
const separators: readonly RegExp[] = [
  // {"name": "DB_PASS", "value": "…"}
  /\\?["']?\s{0,8}[,;]?\s{0,80}\\?["']?\bvalue\\?["']?\s{0,8}[:=]\s{0,8}/y,
  /\\?["'`]?\]?(?:\[\])?\s{0,8}(?:=>|:=|:-|\?=|\+=|:(?![:/])\s{0,4}(?:\w{1,20}\[)?&?(?:string|str|bytes|String|Optional|SecretStr|char|varchar|'static str)\]?(?:\s?\|\s?\w{1,20}){0,3}\s{0,4}=|=(?![=~>])|:(?![:/]|\s*[:=]))[ \t]{0,8}/y,
];
/** `#define NAME value`, `ENV NAME value`, `setenv NAME value`. */
const directive = /(?:#\s{0,4}define|\bENV|\bsetenv|\bset -\w{1,3})[ \t]{1,8}$/;
/** `setPassword("…")`. */
const setter = /\((?=["'])/y;
/** `unexpected token: 'else'`. */
const complaint = /\b(?:unexpected|invalid|expected|missing|illegal|unknown|bad|no|expired|wrong) $/i;
/** `--password SECRET`. */
const option = /[ \t]{1,8}(?!-)/y;
const element = /["']?>(?=[^<>\s]{1,1024}<\/)/y;
const scheme = /(?:bearer|basic|token|apikey|api-key|digest|negotiate|key|aws4-hmac-sha256)[ \t]{1,8}/iy;
const quotedValue = /([bruf]{0,2})(\\?["'`])((?:(?!\2)[^\n\\]|\\(?!["'`])[^\n]|\\(?=["'`])(?!\2)[^\n]){0,8192})\2/iy;
const escapedQuotes = /([bruf]{0,2})(["'])((?:[^"'\n\\]|\\[^\n]|(?!\2)["']){0,8192})\2/iy;
const bareValue = /[^\s"'`&;,|<>)}\]\\]{1,8192}/y;
/** Of a line of its own, as files of variables have them: the signs of a shell are part of it where something follows. */
const lineValue = /(?:[^\s"'`&;,|<>)}\]\\]|[&;,|)}\]<>\\](?=[^\s"'`&;,|)}\]])){1,8192}/y;
const headerValue = /[^"'`\n\r\\]{1,8192}/y;
const headerLine = /[^\n\r]{1,8192}/y;

/** The values of a text that stand behind the name of a secret. */
export function namedSecrets(text: string): readonly Span[] {
  const spans: Span[] = [];
  hot.lastIndex = 0;
  let done = 0;
  for (let match = hot.exec(text); match; match = hot.exec(text)) {
    const name = nameAt(text, match.index, hot.lastIndex, done);
    const span = secretBehind(text, name);
    if (span) spans.push(span);
    done = span?.end ?? name.end;
    hot.lastIndex = Math.max(done, hot.lastIndex);
  }
  return spans;
}

function nameAt(text: string, from: number, to: number, least: number): Span {
  let start = from;
  while (start > least && from - start < longestName && nameSign.test(text[start - 1] ?? '')) start -= 1;
  let end = to;
  while (
    (end - to < longestName && /[\w-]/.test(text[end] ?? '')) ||
    (text[end] === '.' && /\w/.test(text[end + 1] ?? '') && end - to < longestName)
  )
    end += 1;
  return { start, end };
}

function secretBehind(text: string, { start, end }: Span): Span | undefined {
  const written = text.slice(start, end);
  const name = written.replace(/^[-.]+/, '');
  const strength = strengthOf(name);
  if (strength === undefined) return undefined;
  const before = text[start - 1] ?? '\n';
  if (
    (before === '[' && text[end] === ']' && name === 'secret') ||
    complaint.test(text.slice(Math.max(0, start - 16), start))
  )
    return undefined;
  const isGiven = written.startsWith('-') || directive.test(text.slice(Math.max(0, start - 24), start));
  const behind = separated(text, end, isGiven, before, /(?:^|\.)(?:set|with)[A-Z_]|^\.?password$/.test(name));
  if (behind === undefined) return undefined;
  // `NAME= command` gives it nothing, and `arn:…:secret:name` is a chain of names.
  if (isVariable(name) && text[end] === '=' && /[ \t]/.test(text[end + 1] ?? '')) return undefined;
  if (before === ':' && text[end] === ':') return undefined;
  const isHeader =
    !(/["'`]/.test(before) && text[end] === before) &&
    /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^(?:x|private|ocp)-[\w-]+$/i.test(name);
  const value = valueAt(text, behind.end, { isHeader, before, opensLine: opensLine(text, start) });
  if (!value) return undefined;
  const found = text.slice(value.start, value.end);
  if (namesFolder(name) && /^[/\\~.$]|^[A-Za-z]:\\/.test(found)) return undefined;
  if (isHeader && /cookie$/i.test(name)) return /^[^\s=;]{1,200}=[^$\s]/.test(found) ? value : undefined;
  const secret = {
    value: found,
    quoted: value.quoted,
    variable: isHeader || isVariable(name),
    spaced: behind.spaced && !isHeader,
    rest: restOf(text, value),
  };
  // What is given to a flag, or sent in a header, is not there by chance.
  const certain =
    strength === 'weak' &&
    (written.startsWith('--') || isHeader) &&
    !/^(?:key|auth|salt)$/.test(name.replace(/^-+/, '')) &&
    found.length >= 8 &&
    /\d/.test(found);
  return isSecretValue(secret, certain ? 'strong' : strength) ? value : undefined;
}

interface Separated {
  readonly end: number;
  readonly spaced: boolean;
}

function separated(text: string, end: number, isFlag: boolean, before: string, sets: boolean): Separated | undefined {
  const kinds = [
    ...separators,
    ...(isFlag ? [option] : []),
    ...(sets ? [setter] : []),
    ...(/[<"'.]/.test(before) ? [element] : []),
  ];
  for (const kind of kinds) {
    kind.lastIndex = end;
    const found = kind.exec(text);
    if (found) return { end: kind.lastIndex, spaced: kind !== option && /\s/.test(found[0]) };
  }
  return undefined;
}

/** Whether a name is the first thing in its line, or exported there. */
function opensLine(text: string, start: number): boolean {
  const line = text.slice(Math.max(0, start - 40), start);
  return /(?:^|\n)[ \t]*(?:export[ \t]+|set[ \t]+|-[ \t]+|\$env:)?$/.test(start <= 40 ? line : line.slice(1));
}

function valueAt(
  text: string,
  from: number,
  {
    isHeader,
    before,
    opensLine: ownLine,
  }: { readonly isHeader: boolean; readonly before: string; readonly opensLine: boolean },
): (Span & { readonly quoted: boolean }) | undefined {
  scheme.lastIndex = from;
  const at = scheme.test(text) ? scheme.lastIndex : from;
  for (const quoted of [quotedValue, escapedQuotes]) {
    quoted.lastIndex = at;
    const match = quoted.exec(text);
    if (!match) continue;
    const [, prefix = '', quote = '', content = ''] = match;
    if (/f/i.test(prefix) && /[{]/.test(content)) return undefined;
    const own = schemeLength(content);
    const start = match.index + prefix.length + quote.length + own;
    return { start, end: start + content.length - own, quoted: true };
  }
  const kind = isHeader ? (/["'`\\]/.test(before) ? headerValue : headerLine) : ownLine ? lineValue : bareValue;
  kind.lastIndex = at;
  const match = kind.exec(text);
  if (!match || match[0].length > longestValue) return undefined;
  return { start: match.index, end: match.index + match[0].trimEnd().length, quoted: false };
}

/** `Bearer ` at the head of a quoted value. */
function schemeLength(content: string): number {
  return /^(?:bearer|basic|token|apikey|digest|negotiate|aws4-hmac-sha256)\s{1,8}/i.exec(content)?.[0].length ?? 0;
}

function restOf(text: string, { end }: Span): string {
  const rest = text.slice(end, end + 80);
  const line = rest.indexOf('\n');
  return line < 0 ? rest : rest.slice(0, line);
}
