import { type Name, type Value, valueBehind } from './behind';
import { isVariable, namesFolder, strengthOf } from './names';
import type { Span } from './spans';
import { isSecretValue } from './values';

/** Somewhere in the name of a secret there is one of these. */
const hot =
  /pass|pwd|psw|pswd|psk|secret|token|key|cred|cookie|auth|dsn|bearer|salt|\bpat\b|_pat\b|(?:\b|_)pw(?=[=:"'])/gi;
const nameSign = /[\w.-]/;
const longestName = 80;

/** `#define NAME value`, `ENV NAME value`, `setenv NAME value`. */
const directive = /(?:#\s{0,4}define|\bENV|\bsetenv|\bset -\w{1,3})[ \t]{1,8}$/;
/** `unexpected token: 'else'`. */
const complaint = /\b(?:unexpected|invalid|expected|missing|illegal|unknown|bad|no|expired|wrong) $/i;
const headerName = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^(?:x|private|ocp)-[\w-]+$/i;

/** The values of a text that stand behind the name of a secret. */
export function namedSecrets(text: string): readonly Span[] {
  const spans: Span[] = [];
  hot.lastIndex = 0;
  let done = 0;
  for (let match = hot.exec(text); match; match = hot.exec(text)) {
    const name = nameAt(text, match.index, hot.lastIndex, done);
    const span = secretOf(text, name);
    if (span) spans.push(span);
    done = span?.end ?? name.end;
    hot.lastIndex = Math.max(done, hot.lastIndex);
  }
  return spans;
}

function nameAt(text: string, from: number, to: number, least: number): Name {
  let start = from;
  while (start > least && from - start < longestName && nameSign.test(text[start - 1] ?? '')) start -= 1;
  let end = to;
  while (end - to < longestName && goesOn(text, end)) end += 1;
  const written = text.slice(start, end);
  const before = text[start - 1] ?? '\n';
  const name = written.replace(/^[-.]+/, '');
  const isQuoted = /["'`]/.test(before) && text[end] === before;
  const isGiven = written.startsWith('-') || directive.test(text.slice(Math.max(0, start - 24), start));
  return { start, end, text: name, before, isGiven, isHeader: !isQuoted && headerName.test(name) };
}

function goesOn(text: string, at: number): boolean {
  const sign = text[at] ?? '';
  return /[\w-]/.test(sign) || (sign === '.' && /\w/.test(text[at + 1] ?? ''));
}

function secretOf(text: string, name: Name): Value | undefined {
  if (isNoName(text, name)) return undefined;
  const value = valueBehind(text, name);
  // Asked last, for it costs most.
  const strength = value && strengthOf(name.text);
  if (!value || strength === undefined) return undefined;
  const found = text.slice(value.start, value.end);
  const isCookie = /cookie$/i.test(name.text) && (name.isHeader || value.quoted);
  if (isCookie && /^[^\s=;]{1,200}=[^$\s]/.test(found)) return value;
  if (isSomethingElse(text, name, value, found)) return undefined;
  const { quoted, spaced } = value;
  const variable = name.isHeader || name.isGiven || isVariable(name.text);
  const secret = { value: found, quoted, variable, spaced, rest: restOf(text, value) };
  return isSecretValue(secret, isCertain(name, found) ? 'strong' : strength) ? value : undefined;
}

function isNoName(text: string, { start, end, text: name, before }: Name): boolean {
  // What was masked, what a parser complains of, and a chain of names: `arn:…:secret:name`.
  if (before === '[' && text[end] === ']' && name === 'secret') return true;
  if (before === ':' && text[end] === ':') return true;
  // `NAME= command` gives it nothing.
  if (text[end] === '=' && /[ \t]/.test(text[end + 1] ?? '') && isVariable(name)) return true;
  return complaint.test(text.slice(Math.max(0, start - 16), start));
}

/** A folder, a command of which the output is meant, the parts of a flag, and what passed. */
function isSomethingElse(text: string, name: Name, { start, quoted, spaced }: Value, found: string): boolean {
  if (namesFolder(name.text)) return /^[/\\~.$]|^[A-Za-z]:\\/.test(found);
  if (name.isHeader && /cookie$/i.test(name.text)) return true;
  if (isVariable(name.text) && !spaced && text[start - 1] === '`') return true;
  if (name.isGiven && /^(?:id|type|name|src|source|env|file)=/.test(found)) return true;
  return /^pass$/i.test(name.text) && spaced && !quoted && /^[a-z]+$/i.test(found);
}

/** What is given to a flag, sent in a header or put in a variable is not there by chance. */
function isCertain({ isGiven, isHeader, text }: Name, value: string): boolean {
  if (/(?:^|_)(?:key|salt)$/i.test(text) || !/\d/.test(value)) return false;
  return (isVariable(text) && value.length >= 6) || ((isGiven || isHeader) && text !== 'auth' && value.length >= 8);
}

function restOf(text: string, { end }: Span): string {
  const rest = text.slice(end, end + 80);
  const line = rest.indexOf('\n');
  return line < 0 ? rest : rest.slice(0, line);
}
