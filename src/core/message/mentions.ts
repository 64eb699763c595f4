import { append } from '../base/append';

/**
 * A place in a message at which the agent may read a file: it expands `@path` by itself, without asking and without a hook.
 * Whatever any of the versions could take for a path is a reading; most of them name nothing that exists.
 */
export interface Mention {
  /** Where its `@` stands, and where it ends. */
  readonly from: number;
  readonly to: number;
  readonly paths: readonly string[];
}

/** After a blank, and in newer versions after these signs; what is not seen is counted as nothing. */
const start = /(?<=^|[\s\u3002\u3001\uFF1F\uFF01\p{Cc}\p{Cf}])@/gu;
/** Beyond so many nothing is read any more: each costs looks at the disk. */
const mostRead = 2000;

export function mentionsIn(text: string): readonly Mention[] {
  return [...text.matchAll(start)].flatMap(({ index: from }, place) => {
    if (place >= mostRead) return [{ from, to: from + 1, paths: [] }];
    const mentions = [quotedAt(text, from), bareAt(text, from)];
    return mentions.filter(mention => mention !== undefined);
  });
}

function quotedAt(text: string, from: number): Mention | undefined {
  if (text[from + 1] !== '"') return undefined;
  const end = text.indexOf('"', from + 2);
  const path = text.slice(from + 2, Math.max(end, from + 2)).trim();
  return path === '' || path.length > longestPath ? undefined : { from, to: end + 1, paths: readings(path) };
}

function bareAt(text: string, from: number): Mention | undefined {
  const [token = ''] = /^\S*/.exec(text.slice(from + 1, from + 1 + longestPath)) ?? [];
  if (token === '') return undefined;
  // What follows the last letter, such as a comma, belongs to the sentence around it.
  let end = token.length;
  while (end > 0 && !/\w/.test(token.charAt(end - 1))) end -= 1;
  const word = token.slice(0, end);
  return {
    from,
    to: from + 1 + (end > 0 ? end : token.length),
    paths: [...new Set([...readings(token), ...readings(word)])],
  };
}

/** No file can be opened by a longer name. */
const longestPath = 4096;

/** As it is, and without the lines that it may name: `a.ts#L2-3`. */
function readings(path: string): readonly string[] {
  const all = [path, path.trim(), path.replace(/#.*$/s, ''), path.replace(/#.*$/s, '').trim()];
  return [...new Set(all.flatMap(it => [it, it.normalize('NFC')]))].filter(it => it !== '');
}

/** The same text, in which the agent reads nothing at these places: between backticks it looks for no path. */
export function neutralized(text: string, mentions: readonly Mention[]): string {
  const marks = new Map<number, string>();
  for (const mention of mentions) quiet(marks, mention);
  return marked(text, marks);
}

/** The same text, in which what means a file of this folder names it from the root, and what means none is no mention. */
export function rooted(text: string, folder: string, isThere: (path: string) => boolean): string {
  const places = new Map<number, Mention[]>();
  for (const mention of mentionsIn(text)) append(places, mention.from, mention);
  const marks = new Map<number, string>();
  // In quotes it is another name than without: one of them is meant.
  for (const [from, possible] of places) {
    if (possible.some(({ paths }) => paths.some(path => isRooted(path)))) continue;
    const meant = possible.find(({ paths }) => paths.some(isThere));
    if (!meant) for (const mention of possible) quiet(marks, mention);
    else if (text[from + 1] === '"') marks.set(from + 2, `${folder}/`);
    else {
      const end = from + text.slice(from, meant.to).split('#', 1).join('').length;
      marks.set(from + 1, `"${folder}/`);
      marks.set(end, `"${marks.get(end) ?? ''}`);
    }
  }
  return marked(text, marks);
}

function quiet(marks: Map<number, string>, { from, to }: Mention): void {
  marks.set(from, `${marks.get(from)?.replaceAll('`', '') ?? ''}\``);
  // One that begins where another ends keeps its own mark.
  if (!marks.has(to)) marks.set(to, '`');
}

/** With these signs before the letters at these places. */
function marked(text: string, marks: ReadonlyMap<number, string>): string {
  let written = '';
  let last = 0;
  for (const at of [...marks.keys()].toSorted((one, other) => one - other)) {
    written += text.slice(last, at) + (marks.get(at) ?? '');
    last = at;
  }
  return written + text.slice(last);
}

/** It means the same in every folder. */
function isRooted(path: string): boolean {
  return /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path);
}
