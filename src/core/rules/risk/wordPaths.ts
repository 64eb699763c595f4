import { joinPath } from '../paths/pathText';
import type { World } from '../paths/world';
import type { SimpleCommand, ShellWord } from '../shell/syntax';
import { resolvedValue } from '../shell/word';

/** Where a word leads, from each folder in which the command may run. */
export function pathsOf(word: ShellWord, command: SimpleCommand, world: World): readonly string[] {
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.flatMap(folder => {
    const text =
      word.pieces.length === 0
        ? word.value
        : (resolvedValue(word, folder, world.context.home) ?? globbed(word, world.context.home));
    return text === undefined || text === '' ? [] : [joinPath(folder, text)];
  });
}

function globbed(word: ShellWord, home: string): string | undefined {
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text' || piece.kind === 'glob') text += piece.text;
    else if (piece.kind === 'tilde') text += home;
    else if (piece.kind === 'variable' && piece.name === 'HOME') text += home;
    else return undefined;
  }
  return text;
}
