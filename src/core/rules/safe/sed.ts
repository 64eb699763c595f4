/** The language of `sed`, as far as it prints, and reads and writes files that it names: any other script is not known. */

interface SedFiles {
  readonly read: string[];
  readonly written: string[];
}

const separators = /[\s;]*/y;
const address = /[0-9]+(?:~[0-9]+)?|\$/y;
const count = /[+~]?[0-9]+/y;
const simple = /[pPdDhHgGxnNlz=F]/y;
const leaving = /[qQ][ \t]*[0-9]*/y;
const label = /(?:[btT]|:)[ \t]*\w*/y;
const text = /[aic](?:\\\n|[ \t])(?:[^\\\n]|\\[^])*/y;
const end = /[ \t]*(?=[;\n}#]|$)/y;
const comment = /#[^\n]*/y;
const fileName = /[ \t]*[^\n]+/y;

/** Prints, deletes, replaces and jumps; no `w`, `r`, `e`, `W`, `R`, and none of their flags. */
export function isReadOnlySed(script: string): boolean {
  const files = filesOfSed(script);
  return files !== undefined && files.read.length + files.written.length === 0;
}

/** The files that a script reads and writes; `undefined` where it may do anything else. */
export function filesOfSed(script: string): SedFiles | undefined {
  const files: SedFiles = { read: [], written: [] };
  return isKnown(script, files) ? files : undefined;
}

function isKnown(script: string, files: SedFiles): boolean {
  let open = 0;
  for (let at = after(separators, script, 0); at < script.length; at = after(separators, script, at)) {
    const note = after(comment, script, at);
    if (note >= 0) {
      at = note;
      continue;
    }
    if (script.charAt(at) === '}') {
      if (open-- === 0) return false;
      at++;
      continue;
    }
    at = afterAddresses(script, at);
    if (at < 0) return false;
    if (script.charAt(at) === '{') {
      open++;
      at++;
      continue;
    }
    at = afterCommand(script, at, files);
    if (at < 0) return false;
  }
  return open === 0;
}

function afterCommand(script: string, at: number, files: SedFiles): number {
  const letter = script.charAt(at);
  if (letter === 's' || letter === 'y') return afterSubstitution(script, at, letter, files);
  if (/[rRwW]/.test(letter)) return afterFile(script, at + 1, /r/i.test(letter) ? files.read : files.written);
  const texts = after(text, script, at);
  if (texts >= 0) return texts === script.length || script.charAt(texts) === '\n' ? texts : -1;
  for (const pattern of [simple, leaving, label]) {
    const found = after(pattern, script, at);
    if (found >= 0) return after(end, script, found);
  }
  return -1;
}

function afterAddresses(script: string, from: number): number {
  let at = afterAddress(script, from);
  if (at > from) {
    const comma = after(/[ \t]*,[ \t]*/y, script, at);
    if (comma >= 0) {
      const counted = after(count, script, comma);
      at = counted >= 0 ? counted : afterAddress(script, comma);
      if (at === comma) return -1;
    }
  }
  return at < 0 ? -1 : after(/[ \t]*(?:![ \t]*)*/y, script, at);
}

/** Behind an address, where it was if there is none, -1 if it is not understood. */
function afterAddress(script: string, from: number): number {
  const number = after(address, script, from);
  if (number >= 0) return number;
  const custom = script.charAt(from) === '\\';
  if (!custom && script.charAt(from) !== '/') return from;
  const at = custom ? from + 1 : from;
  const close = afterPart(script, at + 1, script.charAt(at), true);
  return close < 0 ? -1 : after(/[IM]*/y, script, close);
}

/** The name of a file goes to the end of its line, whatever stands in it. */
function afterFile(script: string, from: number, names: string[]): number {
  const found = after(fileName, script, from);
  if (found >= 0) names.push(script.slice(from, found).trim());
  return found;
}

function afterSubstitution(script: string, from: number, letter: string, files: SedFiles): number {
  const delimiter = script.charAt(from + 1);
  const middle = afterPart(script, from + 2, delimiter, letter === 's');
  const close = middle < 0 ? -1 : afterPart(script, middle, delimiter, false);
  if (close < 0) return -1;
  const flags = letter === 's' ? after(/[gpiIm0-9M]*/y, script, close) : close;
  if (letter === 's' && script.charAt(flags) === 'w') return afterFile(script, flags + 1, files.written);
  return after(end, script, flags);
}

/** Behind the delimiter that ends a part. Where brackets hold one, the readers of `sed` differ about it. */
function afterPart(script: string, from: number, delimiter: string, isPattern: boolean): number {
  if (delimiter === '' || /[\s\\;a-zA-Z0-9[\]]/.test(delimiter)) return -1;
  for (let at = from; at < script.length; at++) {
    const character = script.charAt(at);
    if (character === delimiter) return isPattern && hasOpenBracket(script.slice(from, at)) ? -1 : at + 1;
    if (character === '\n') return -1;
    if (character === '\\') at++;
  }
  return -1;
}

function hasOpenBracket(pattern: string): boolean {
  return !/^(?:[^[\\]|\\[^]|\[\^?\]?(?:[^[\]]|\[:[a-z]+:\])*\])*$/.test(pattern);
}

function after(pattern: RegExp, script: string, at: number): number {
  pattern.lastIndex = at;
  const found = pattern.exec(script);
  return found ? at + found[0].length : -1;
}
