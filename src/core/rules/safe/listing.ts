import { hasName } from '../paths/disk';
import type { World } from '../paths/world';
import type { Place, ShellWord, SimpleCommand } from '../shell/syntax';
import { readFind, type Search } from './find';

/** The names that commands print for others to take as arguments, where these can be told from here. */

/** The words that a pipeline prints, all of which are known; `undefined` when they are not. */
export function listedNames(commands: readonly SimpleCommand[], world: World): readonly string[] | undefined {
  const [lister, ...filters] = commands;
  if (!lister || !isPipeline(commands)) return undefined;
  if (!filters.every(isFilter)) return undefined;
  const names = namesOf(lister, world);
  return names?.every(isOneWord) ? names : undefined;
}

/** Nothing but commands that feed one another, and nothing that leads their output elsewhere. */
function isPipeline(commands: readonly SimpleCommand[]): boolean {
  return commands.every(
    ({ stdin, redirects, assignments, role }, at) =>
      role === undefined &&
      assignments.length === 0 &&
      redirects.every(({ operator, target }) => operator === '>' && target?.value === '/dev/null') &&
      (at === 0 || (stdin !== undefined && stdin.to - stdin.from === at && stdin.all[stdin.from] === commands[0])),
  );
}

/** It is one word however the shell, or `xargs`, splits a text, and no option. */
export function isOneWord(name: string): boolean {
  return /^[^-\s'"\\*?[\]~][^\s'"\\*?[\]]*$/.test(name);
}

function namesOf(command: SimpleCommand, world: World): readonly string[] | undefined {
  const [program, ...args] = command.words;
  const [folder, ...others] = command.place.folders;
  if (folder === undefined || others.length > 0) return undefined;
  if (program?.value === 'ls') return namesOfLs(args, folder, world);
  const values = staticValues(args);
  switch (values && program?.value) {
    case 'echo':
      return values?.some(value => value.startsWith('-')) === true
        ? undefined
        : values?.flatMap(value => value.split(' '));
    case 'printf':
      return /^%s(?:\\n|\\0| )$/.test(values?.[0] ?? '') ? values?.slice(1) : undefined;
    case 'git':
      return values?.[0] === 'ls-files' ? trackedNames(values.slice(1), folder, world) : undefined;
    case 'find': {
      const search = readFind(values ?? []);
      return search?.printsPaths === true ? foundFiles(search, command.place, world) : undefined;
    }
    default:
      return undefined;
  }
}

function staticValues(words: readonly ShellWord[]): readonly string[] | undefined {
  const values = words.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return values.length === words.length ? values : undefined;
}

/** `ls`, `ls -1 folder` and `ls *.ts`: names as they stand in one folder, or as they were written. */
function namesOfLs(words: readonly ShellWord[], folder: string, world: World): readonly string[] | undefined {
  const isFlag = ({ raw }: ShellWord): boolean => raw.startsWith('-');
  const flags = words.filter(isFlag);
  const operands = words.filter(word => !isFlag(word));
  if (!flags.every(({ value }) => /^-[1aArtSU]+$/.test(value ?? ''))) return undefined;
  const [first] = operands;
  const entries =
    operands.length > 1 ? undefined : world.disk.entries(world.forms(first?.value ?? '.', folder).lexical);
  if (entries && (!first || first.value !== undefined)) {
    const hidden = flags.some(({ raw }) => /a/i.test(raw));
    return entries.map(({ name }) => name).filter(name => hidden || !name.startsWith('.'));
  }
  const names = operands.map(word => (word.value === undefined ? globbedNames(word, folder, world) : [word.value]));
  const known = names.flatMap(some => some ?? []);
  const isKnown = operands.length > 0 && names.every(some => some !== undefined);
  return isKnown && known.length > 0 && known.every(name => isPlainFile(name, folder, world)) ? known : undefined;
}

/** The names that the shell makes of a pattern; where there are none, the pattern itself is the name of no file. */
export function globbedNames(word: ShellWord, folder: string, world: World): readonly string[] | undefined {
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'glob') text += piece.text;
    else if (piece.kind === 'text' && !/[*?[\\]/.test(piece.text)) text += piece.text;
    else return undefined;
  }
  if (text.startsWith('/') || /\[[:.=]|(?:^|\/)\.\.(?:\/|$)/.test(text)) return undefined;
  const base = world.forms('.', folder).lexical;
  const matches = world.disk.globbed(world.forms(text, folder).lexical);
  return matches?.map(path => path.slice(base.length + 1));
}

/** A file that is no link and no folder. */
function isPlainFile(name: string, folder: string, world: World): boolean {
  const { lexical, real } = world.forms(name, folder);
  const at = lexical.lastIndexOf('/');
  const parent = lexical.slice(0, at);
  const entry = world.disk.entries(parent)?.find(one => one.name === lexical.slice(at + 1));
  return entry?.isFolder === false && real === `${world.real(parent) ?? ''}/${entry.name}`;
}

function trackedNames(values: readonly string[], folder: string, world: World): readonly string[] | undefined {
  const flags = values.filter(value => value.startsWith('-'));
  if (!flags.every(flag => /^-(?:[cmz]|-|-cached|-modified)$/.test(flag))) return undefined;
  const wanted = values.filter(value => !value.startsWith('-'));
  const isWanted = (name: string): boolean =>
    wanted.length === 0 ||
    wanted.some(path => {
      const suffix = /^\*(\.\w+)$/.exec(path)?.[1];
      // What else a pattern means is for git to tell: it may mean any.
      return suffix === undefined ? /[^\w./-]/.test(path) || isBelow(name, path) : name.endsWith(suffix);
    });
  return world.context.facts.tracked(folder)?.filter(isWanted);
}

function isBelow(name: string, path: string): boolean {
  const folder = path.replace(/^(?:\.\/)+|\/+$/g, '');
  return folder === '' || folder === '.' || folder.includes('..') || name === folder || name.startsWith(`${folder}/`);
}

/** Every file that a `find` may come upon, by its whole path. */
export function foundFiles(search: Search, { folders }: Place, world: World): readonly string[] | undefined {
  if (search.followsLinks) return undefined;
  const found: string[] = [];
  for (const folder of folders) {
    for (const path of search.paths.length > 0 ? search.paths : ['.']) {
      const start = world.forms(path, folder).lexical;
      const files = world.disk.entries(start) && world.disk.filesBelow(start, 'with the settings of git');
      if (!files) return undefined;
      found.push(...files);
    }
  }
  return found.filter(file => search.names.every(({ pattern, ignoreCase }) => hasName(file, pattern, ignoreCase)));
}

/** Commands that pass on some of the lines they are given, and change none. */
function isFilter({ words }: SimpleCommand): boolean {
  const [program, ...args] = words.map((word: ShellWord) => word.value);
  const flags = args.filter(value => value?.startsWith('-') === true);
  const operands = args.length - flags.length;
  switch (program) {
    case 'grep':
      return operands === 1 && flags.every(flag => /^-[vEFiwx]+$/.test(flag ?? ''));
    case 'head':
    case 'tail':
      return args.every(value => /^-n?[0-9]*$|^[0-9]+$/.test(value ?? '-'));
    case 'sort':
      return operands === 0 && flags.every(flag => /^-[urnVf]+$/.test(flag ?? ''));
    case 'uniq':
      return args.length === 0;
    default:
      return false;
  }
}
