/** How the editor tells of files that are dragged out of it, the surest first. */
const ofEditor: readonly (readonly [type: string, read: (data: string) => readonly string[]])[] = [
  ['application/vnd.code.uri-list', linesIn],
  ['resourceurls', listIn],
  ['codefiles', listIn],
  // A link that is dragged is a list of addresses as well.
  ['text/uri-list', data => linesIn(data).filter(line => /^(file|vscode-remote):/.test(line))],
];

/** Addresses or paths of the files that were dragged here; none where something else was. */
export function draggedFrom(data: Pick<DataTransfer, 'getData'>): readonly string[] {
  for (const [type, read] of ofEditor) {
    const files = read(data.getData(type));
    if (files.length > 0) return files;
  }
  return [];
}

/** A line that begins with a `#` is a comment. */
function linesIn(data: string): readonly string[] {
  return data.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
}

function listIn(data: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(data);
    return Array.isArray(list) ? list.filter(it => typeof it === 'string') : [];
  } catch {
    return [];
  }
}

/** The text with these words in it, apart from those around them, and where the cursor stands then. */
export function putAt(text: string, at: number, words: string): { readonly text: string; readonly cursor: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const put = `${before}${/\S$/.test(before) ? ' ' : ''}${words}`;
  const gap = /^\s/.test(after) ? '' : ' ';
  return { text: put + gap + after, cursor: put.length + 1 };
}
