import { readShell } from '../shell/command';
import type { SimpleCommand, ShellWord } from '../shell/syntax';
import { makeWord } from '../shell/word';
import type { World } from '../paths/world';
import type { Effects } from './effects';

/** What a call carries from one of its commands to another. */
export interface Flow {
  /** Files that the call fills with a secret. */
  readonly secrets: ReadonlySet<string>;
  /** Files that the call fetches from elsewhere. */
  readonly fetched: ReadonlySet<string>;
  /** An archive or a repository from elsewhere was unpacked: any file may have come with it. */
  readonly unpacked: boolean;
}

/** All that is known of a call while its effects are collected. */
export interface Scene extends Flow {
  readonly world: World;
  readonly effects: Effects;
  /** A root, a home or a folder of the system that stands somewhere in the call as a word of its own. */
  readonly vital: string | undefined;
  /** What variables may hold, as the call itself says. */
  readonly values: ReadonlyMap<string, readonly ShellWord[]>;
}

const vitalWord =
  /(?:^|[\s'"`=(){};|&<>]|:[-=+?])((?:\/|~\/?|\$HOME|\$\{HOME\}|\/(?:etc|usr|bin|sbin|lib|lib64|var|boot|opt|dev|sys|root|home|System|Library|Users)\/?)\*?)(?=[\s'"`(){};|&<>\\]|$)/;

/** `/` in `while read d; do rm -rf $d; done <<< /`. */
export function vitalIn(text: string): string | undefined {
  return vitalWord.exec(text.slice(0, 10_000))?.[1];
}

const loop = /\bfor\s+(\w+)\s+in\s+([^;\n]{1,1000})/g;
const mostLoops = 20;

/** The values of assignments, and the words of loops. */
export function knownValues(text: string, commands: readonly SimpleCommand[]): Scene['values'] {
  const values = new Map<string, ShellWord[]>();
  const add = (name: string, words: readonly ShellWord[]): void => {
    values.set(name, [...(values.get(name) ?? []), ...words]);
  };
  for (const { assignments } of commands) for (const { name, value } of assignments) if (value) add(name, [value]);
  if (!text.includes('for ')) return values;
  for (const [index, [, name = '', words = '']] of [...text.slice(0, 10_000).matchAll(loop)].entries()) {
    const [place] = commands.map(command => command.place);
    if (place && index < mostLoops) add(name, readShell(`: ${words}`, place).commands[0]?.words.slice(1) ?? []);
  }
  return values;
}

const mostMeanings = 8;

/** A word with the values of the variables in it that are known; the word itself, where there are none. */
export function meanings(word: ShellWord, values: Scene['values']): readonly ShellWord[] {
  if (word.value !== undefined || values.size === 0) return [word];
  let found: ShellWord[] = [makeWord(word.raw, [])];
  for (const piece of word.pieces) {
    const name = piece.kind === 'variable' ? piece.name : '';
    const known = values.get(name)?.slice(0, mostMeanings);
    found = found
      .flatMap(one =>
        known
          ? known.map(value => makeWord(value.raw, [...one.pieces, ...value.pieces]))
          : [makeWord(word.raw, [...one.pieces, piece])],
      )
      .slice(0, mostMeanings);
  }
  return found;
}
