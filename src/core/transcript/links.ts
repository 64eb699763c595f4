import { say, type Sentence } from '../texts/sentence';

/** A place in a file, as people and programs write it. Lines and columns are counted from 1. */
export interface FilePlace {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
}

/** What is behind the address of a link that a text brought. */
type LinkTarget =
  | { readonly kind: 'web'; readonly url: string; readonly host: string; readonly warning?: Sentence }
  | { readonly kind: 'file'; readonly place: FilePlace }
  | { readonly kind: 'refused'; readonly reason: Sentence };

const scheme = /^([a-z][a-z0-9+.-]*):/i;
const web = /^https?:\/\/([^/?#\\]*)/i;
const drive = /^[a-z]:[\\/]/i;
/** What no address is written with: it would be shown otherwise than it is opened. */
const hiding = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u;
const longestAddress = 4000;

/** Only addresses of the web and files may be opened; `command:`, `javascript:`, `file:`, `vscode:` and the like never are. */
export function linkTarget(target: string): LinkTarget {
  if (target.length > longestAddress) return { kind: 'refused', reason: say('The address is too long to be opened.') };
  const [, authority] = web.exec(target) ?? [];
  if (authority !== undefined) return webTarget(target, authority);
  const [, name] = scheme.exec(target) ?? [];
  const place = name === undefined || drive.test(target) || /:\d+$/.test(target) ? placeOf(target) : undefined;
  if (place) return { kind: 'file', place };
  return name === undefined
    ? { kind: 'refused', reason: say('This names no file and no address: {target}', { target }) }
    : { kind: 'refused', reason: say('Links to {scheme}: are not opened.', { scheme: name }) };
}

function webTarget(url: string, authority: string): LinkTarget {
  if (hiding.test(url)) return { kind: 'refused', reason: say('The address holds characters that hide what it is.') };
  if (authority.includes('@'))
    return {
      kind: 'refused',
      reason: say('The address holds a name before its host, which is how addresses deceive.'),
    };
  const host = authority.replace(/:\d*$/, '').toLowerCase();
  if (host === '') return { kind: 'refused', reason: say('The address names no host.') };
  return { kind: 'web', url, host, ...(isLookAlike(host) ? { warning: lookAlike(host) } : {}) };
}

/** Letters of other alphabets look like those of a host that one knows. */
function isLookAlike(host: string): boolean {
  return /[^\u0020-\u007e]/.test(host) || /(?:^|\.)xn--/.test(host) || /%/.test(host);
}

function lookAlike(host: string): Sentence {
  return say('{host} is written with letters that may look like others. It may not be the site that it seems to be.', {
    host,
  });
}

const placeAt = /^(.+?)(?::(\d{1,7})(?:[-:](\d{1,7}))?|#L(\d{1,7})(?:-L?(\d{1,7}))?|\((\d{1,7})(?:,(\d{1,5}))?\))?:?$/;
const longestPath = 500;

/** `src/a.ts:3:5`, `a.ts#L10-L12`, `a.ts(3,5)`; undefined for what names no file. */
export function placeOf(text: string): FilePlace | undefined {
  if (text.length > longestPath || /[\p{Cc}\p{Cf}]/u.test(text)) return undefined;
  const [, path, line, column, from, to, row, place] = placeAt.exec(text.trim()) ?? [];
  if (path === undefined || /^[\\/]{2}/.test(path) || (scheme.test(path) && !drive.test(path))) return undefined;
  const first = line ?? from ?? row;
  const second = column ?? place;
  return {
    path,
    ...(first === undefined ? {} : { line: Number(first) }),
    ...(second === undefined ? {} : { column: Number(second) }),
    ...(to === undefined ? {} : { endLine: Number(to) }),
  };
}

const named = /^(?:[\w@~.+-]*[\\/])*[\w@.+-]*[\w](?::\d{1,7}(?:[-:]\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)?$/;

/** Whether a word of a text may name a file: it has a folder or an ending. The host knows whether there is one. */
export function mayNameFile(text: string): boolean {
  if (text.length > 300 || !named.test(text) || /^\d+(?:\.\d+)*$/.test(text)) return false;
  return /[\\/]/.test(text) || /\.[A-Za-z]\w{0,9}(?:[:#]|$)/.test(text);
}

/** What of a text may be the name of a file. It begins where a word does: to look from each letter costs the square of its length. */
const inText = /(?<![\w@~.+\\/-])[\w@~.+\\/-]*\.[A-Za-z]\w{0,9}(?::\d{1,7}(?:[-:]\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)?/g;

/** A part of a text, and whether it may name a file. The parts joined are the text. */
interface TextPart {
  readonly text: string;
  readonly mayName: boolean;
}

/** Only names with an ending: `and/or` is none, and each is looked up on the disk. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: name, index } of text.matchAll(inText)) {
    if (!mayNameFile(name)) continue;
    if (index > from) parts.push({ text: text.slice(from, index), mayName: false });
    parts.push({ text: name, mayName: true });
    from = index + name.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), mayName: false });
  return parts;
}
