import type { World } from '../paths/world';
import type { Piece, Place, ShellWord } from '../shell/syntax';
import { staticWord } from '../shell/word';
import { globbedNames, isOneWord, listedNames } from './listing';

/** So many names are looked at for one word. */
const mostNames = 1000;
/** A variable may hold what another one holds, so many times. */
const deepest = 4;

/**
 * A word whose variables and substitutions stand for names that are all known, as those names; any other word as it is.
 */
export function withNames(word: ShellWord, place: Place, world: World): ShellWord {
  if (word.value !== undefined || !word.pieces.every(isNamed)) return word;
  const [folder, ...others] = place.folders;
  if (folder === undefined || others.length > 0) return word;
  const names = valuesOf(word, folder, world, deepest);
  const [only] = names ?? [];
  if (!names || names.length > mostNames) return word;
  if (names.length === 1 && only !== undefined && isSteady(word)) return staticWord(only);
  if (names.some(name => name.startsWith('-') || name === '')) return word;
  return { raw: word.raw, pieces: [{ kind: 'names', names }], value: undefined };
}

function isNamed(piece: Piece): boolean {
  if (piece.kind === 'text') return true;
  return piece.kind === 'variable' ? piece.binding?.holds === true : piece.kind === 'substitution' && !piece.quoted;
}

/** It is the same each time. */
function isSteady({ pieces }: ShellWord): boolean {
  return pieces.every(
    piece =>
      piece.kind === 'text' ||
      (piece.kind === 'variable' && piece.binding?.words.length === 1 && piece.binding.words[0]?.value !== undefined),
  );
}

function valuesOf(word: ShellWord, folder: string, world: World, depth: number): readonly string[] | undefined {
  if (word.value !== undefined) return [word.value];
  if (depth === 0) return undefined;
  let values: readonly string[] = [''];
  for (const piece of word.pieces) {
    const some = piecesOf(piece, word.pieces.length === 1, folder, world, depth);
    if (!some || some.length * values.length > mostNames) return undefined;
    values = values.flatMap(start => some.map(end => start + end));
  }
  return values;
}

function piecesOf(
  piece: Piece,
  isWhole: boolean,
  folder: string,
  world: World,
  depth: number,
): readonly string[] | undefined {
  if (piece.kind === 'text') return [piece.text];
  if (piece.kind === 'substitution') return isWhole ? listedNames(piece.commands, world) : undefined;
  if (piece.kind !== 'variable' || piece.binding?.holds !== true) return undefined;
  const { words, by } = piece.binding;
  const values: string[] = [];
  for (const word of words) {
    const isPattern = word.pieces.some(({ kind }) => kind === 'glob');
    // A value that is set is not split before it is used, and a pattern in it not looked up.
    const isList = isPattern || word.pieces.some(({ kind }) => kind === 'substitution');
    if (isList && (!isWhole || (by !== undefined && (isPattern || piece.quoted)))) return undefined;
    const some = isPattern ? globbedNames(word, folder, world) : valuesOf(word, folder, world, depth - 1);
    if (!some) return undefined;
    values.push(...some);
  }
  return piece.quoted || values.every(isOneWord) ? values : undefined;
}
