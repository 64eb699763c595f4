/** What is being looked for at the cursor, and where in the text it stands. */
export interface Asked {
  readonly sign: '@' | '/';
  readonly query: string;
  readonly from: number;
  readonly to: number;
}

const mention = /(?:^|[\s\u3002\u3001\uFF1F\uFF01])@(?:"([^"\n]*)|([^\s"]*))$/;
const command = /^\/([\w:.-]*)$/;

/** Undefined: nothing is looked for there. */
export function askedAt(text: string, cursor: number): Asked | undefined {
  const before = text.slice(0, cursor);
  const typed = command.exec(before);
  if (typed) return { sign: '/', query: typed[1] ?? '', from: 0, to: cursor };
  // A mention stands on its line, and a line of a pasted text may be long.
  const line = before.slice(Math.max(before.lastIndexOf('\n') + 1, cursor - 500));
  const found = mention.exec(line);
  if (!found) return undefined;
  const query = found[1] ?? found[2] ?? '';
  const length = query.length + (found[1] === undefined ? 1 : 2);
  return { sign: '@', query, from: cursor - length, to: cursor };
}

/** Still the same thing is looked for, with more or fewer of its letters. */
export function isSamePlace(one: Asked, other: Asked): boolean {
  return one.sign === other.sign && one.from === other.from;
}

/** The text with `insert` in that place, and where the cursor stands then. */
export function completed(
  text: string,
  { from, to }: Asked,
  insert: string,
): { readonly text: string; readonly cursor: number } {
  const after = text.slice(to);
  const gap = insert === '' || insert.endsWith('/') || /^\s/.test(after) ? '' : ' ';
  return { text: text.slice(0, from) + insert + gap + after, cursor: from + insert.length + gap.length };
}
