import { joinRaw } from '../paths/pathText';
import { resolvedValue } from '../shell/word';
import type { Place, ShellWord } from '../shell/syntax';
import type { GitSetting } from '../language/verdict';
import { say, type Sentence } from '../../texts/sentence';

/** A git command in parts, as far as its options before the subcommand are known. */
export interface GitWords {
  /** Of `-C`. */
  readonly folders: readonly ShellWord[];
  /** Of `-c`. */
  readonly settings: readonly GitSetting[];
  readonly name: string;
  readonly args: readonly ShellWord[];
}

const plainOptions = new Set(['-P', '--no-pager', '--no-optional-locks', '--literal-pathspecs']);

export function gitWords(words: readonly ShellWord[]): GitWords | Sentence {
  if (words.some(word => word.value === undefined)) return say('A part of the git command is not known.');
  const folders: ShellWord[] = [];
  const settings: GitSetting[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const value = words[at]?.value ?? '';
    const next = words[at + 1];
    if (value === '-C' && next) folders.push(next);
    else if (value === '-c' && next) settings.push(settingOf(next.value ?? ''));
    else if (plainOptions.has(value)) continue;
    else break;
    at++;
  }
  return { folders, settings, name: words[at]?.value ?? '', args: words.slice(at + 1) };
}

/** A setting of the command line comes from whoever wrote the command, so it is judged as one of the repository. */
function settingOf(text: string): GitSetting {
  const equals = text.indexOf('=');
  const key = equals < 0 ? text : text.slice(0, equals);
  const parts = key.split('.');
  const lower = parts.map((part, at) => (at === 0 || at === parts.length - 1 ? part.toLowerCase() : part)).join('.');
  return { scope: 'local', key: lower, value: equals < 0 ? 'true' : text.slice(equals + 1) };
}

/** Where it runs after every `-C`; none when that cannot be told. */
export function gitPlace({ folders }: GitWords, place: Place): Place {
  const isThere = (word: ShellWord): boolean => /^\.\/?$/.test(word.value ?? '');
  const found = place.folders.map(folder => folderAfter(folders, folder, place.home));
  const known = found.filter(folder => folder !== undefined);
  return {
    ...place,
    folders: known.length === found.length ? known : [],
    moved: place.moved || !folders.every(isThere),
  };
}

function folderAfter(words: readonly ShellWord[], folder: string, home: string): string | undefined {
  let at = folder;
  for (const word of words) {
    const target = resolvedValue(word, at, home);
    if (target === undefined || target === '') return undefined;
    at = joinRaw(at, target);
  }
  return at;
}
