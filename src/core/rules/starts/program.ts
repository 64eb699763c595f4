import type { ShellWord } from '../shell/syntax';
import { baseName } from '../paths/pathText';
import { hasKind } from '../shell/word';

/** The name of a program without its folder. */
export function programName(word: string): string {
  // In zsh `=name` is the path of a program.
  return baseName(word.replace(/^=(?=.)/, '')).replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
}

export function isDynamicProgram(word: ShellWord | undefined): boolean {
  return word !== undefined && word.value === undefined && !hasKind(word, 'brace');
}
