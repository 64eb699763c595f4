import type { Span } from './spans';

/** Between a name and its value: quotes that close the name, brackets of an index, a type, and what says "is". */
const separators: readonly RegExp[] = [
  // password: |
  /["']?:[ \t]{0,4}[|>][-+\d]{0,2}[ \t]{0,4}\r?\n[ \t]{1,80}/y,
  // {"name": "DB_PASS", "value": "…"}
  /\\?["']?\s{0,8}[,;]?\s{0,80}\\?["']?\bvalue\\?["']?\s{0,8}[:=]\s{0,8}/iy,
  /\\?["'`]?\]?(?:\[\])?\s{0,8}(?:=>|:=|:-|\?=|\+=|:(?![:/])\s{0,4}(?:\w{1,20}\[)?&?(?:string|str|bytes|String|Optional|SecretStr|char|varchar|'static str)\]?(?:\s?\|\s?\w{1,20}){0,3}\s{0,4}=|=(?![=~>])|:(?![:/?+]|\s*[:=]))(?:\\?[ \t]){0,8}(?:(?:!!|&)\w{1,40}[ \t]{1,4})?/y,
];
/** `the password is hunter2`. */
const saidToBe = /[ \t]{1,4}is:?[ \t]{1,4}(?=["'`]|[^\s"'`]{0,80}\d)/y;
/** `setPassword("…")`. */
const setter = /\((?=["'])/y;
/** `--password SECRET`. */
const option = /[ \t]{1,8}(?!-)/y;
/** `<password>SECRET</password>`. */
const element = /["']?>(?=[^<>\s]{1,1024}<\/)/y;

const scheme = /(?:bearer|basic|token|apikey|api-key|digest|negotiate|key|aws4-hmac-sha256)(?:\\?[ \t]){1,8}/iy;
const quotedValue =
  /([bruf]{0,2}|\$(?='))("""|'''|\\?["'`])((?:(?!\2)[^\n\\]|\\(?!["'`])[^\n]|\\(?=["'`])(?!\2)[^\n]){0,8192})\2/iy;
const escapedQuotes = /([bruf]{0,2})(["'])((?:[^"'\n\\]|\\[^\n]|(?!\2)["']){0,8192})\2/iy;
const bareValue = /[^\s"'`&;,|<>)}\]\\]{1,8192}/y;
/** Of a line of its own, as files of variables have them: the signs of a shell are part of it where something follows. */
const lineValue = /(?:[^\s"'`&;,|<>)}\]\\]|[&;,|)}\]<>\\](?=[^\s"'`&;,|)}\]])(?!\w{1,80}=)){1,8192}/y;
const headerValue = /[^"'`\n\r\\]{1,8192}/y;
const headerLine = /[^\n\r]{1,8192}/y;

/** The name of something, and how it stands in the text. */
export interface Name extends Span {
  /** Without the dashes of a flag. */
  readonly text: string;
  /** The sign before it. */
  readonly before: string;
  /** What follows a blank is its value: it is a flag, or a directive comes before it. */
  readonly isGiven: boolean;
  /** Of a header of HTTP, whose value goes on to the end of its line. */
  readonly isHeader: boolean;
}

export interface Value extends Span {
  readonly quoted: boolean;
  /** With blanks around what separates it from its name, as code and prose have it. */
  readonly spaced: boolean;
}

/** The value that stands behind a name, where one does. */
export function valueBehind(text: string, name: Name): Value | undefined {
  const kinds = [
    ...separators,
    saidToBe,
    ...(name.isGiven ? [option] : []),
    ...(/(?:^|\.)(?:set|with)[A-Z_]|^\.?password$/.test(name.text) ? [setter] : []),
    ...(/[<"'.]/.test(name.before) ? [element] : []),
  ];
  for (const kind of kinds) {
    kind.lastIndex = name.end;
    const found = kind.exec(text);
    if (!found) continue;
    const value = valueAt(text, kind.lastIndex, name);
    return value && { ...value, spaced: kind !== option && !name.isHeader && /\s/.test(found[0]) };
  }
  return undefined;
}

/** Whether a name is the first thing in its line, or exported there. */
function opensLine(text: string, start: number): boolean {
  const line = text.slice(Math.max(0, start - 40), start);
  return /(?:^|\n)[ \t]*(?:export[ \t]+|set[ \t]+|-[ \t]+|\$env:)?$/.test(start <= 40 ? line : line.slice(1));
}

function valueAt(text: string, from: number, name: Name): (Span & { readonly quoted: boolean }) | undefined {
  scheme.lastIndex = from;
  const at = scheme.test(text) ? scheme.lastIndex : from;
  for (const quoted of [quotedValue, escapedQuotes]) {
    quoted.lastIndex = at;
    const match = quoted.exec(text);
    if (!match) continue;
    const [, prefix = '', quote = '', content = ''] = match;
    if (/f/i.test(prefix) && content.includes('{')) return undefined;
    const own =
      /^(?:bearer|basic|token|apikey|digest|negotiate|aws4-hmac-sha256)\s{1,8}/i.exec(content)?.[0].length ?? 0;
    const start = match.index + prefix.length + quote.length + own;
    return { start, end: start + content.length - own, quoted: true };
  }
  const kind = bareKind(text, name);
  kind.lastIndex = at;
  const match = kind.exec(text);
  return match ? { start: match.index, end: match.index + match[0].trimEnd().length, quoted: false } : undefined;
}

function bareKind(text: string, { isHeader, before, start }: Name): RegExp {
  if (isHeader) return /["'`\\]/.test(before) ? headerValue : headerLine;
  return opensLine(text, start) ? lineValue : bareValue;
}
