import type { Piece, ShellWord } from './syntax';

export function staticWord(value: string): ShellWord {
  return { raw: value, pieces: [{ kind: 'text', text: value, quoted: false }], value };
}

export function makeWord(raw: string, pieces: readonly Piece[]): ShellWord {
  let value: string | undefined = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      value = undefined;
      break;
    }
    value += piece.text;
  }
  return { raw, pieces, value };
}

export function hasKind(word: ShellWord | undefined, ...kinds: readonly Piece['kind'][]): boolean {
  return word?.pieces.some(piece => kinds.includes(piece.kind)) === true;
}

/** Everything that is expanded at run time gives this text: parts that stay are joined by `hole`. */
export function textWithHoles(word: ShellWord, hole: string): string {
  return word.pieces.map(piece => (piece.kind === 'text' ? piece.text : hole)).join('');
}

/** The word as it is compared with a rule: words with blanks are quoted, so that they stay one word. */
export function canonical(value: string): string {
  return value === '' || hasBlank(value) ? `'${value}'` : value;
}

function hasBlank(value: string): boolean {
  return value.includes(' ') || value.includes('\n') || value.includes('\t');
}

/** The folder a variable is known to hold, for the few that are. */
function knownVariable(name: string, cwd: string | undefined, home: string): string | undefined {
  if (name === 'HOME') return home;
  if (name === 'PWD') return cwd;
  return undefined;
}

/** The value of a word once `~`, `$HOME` and `$PWD` are filled in, or `undefined` when more is unknown. */
export function resolvedValue(word: ShellWord, cwd: string | undefined, home: string): string | undefined {
  if (word.value !== undefined) return word.value;
  let value = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text') value += piece.text;
    else if (piece.kind === 'tilde' && piece.user === '') value += home;
    else if (piece.kind === 'tilde' && piece.user === '+' && cwd !== undefined) value += cwd;
    else if (piece.kind === 'variable') {
      const known = knownVariable(piece.name, cwd, home);
      if (known === undefined) return undefined;
      value += known;
    } else return undefined;
  }
  return value;
}
