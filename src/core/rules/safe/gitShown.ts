/** Which files a git command that only reads shows text of. Git itself lists them; nothing is guessed. */
import { entryOf } from '../../base/entryOf';
import { joinPath } from '../paths/pathText';
import type { World } from '../paths/world';
import type { ShellWord } from '../shell/syntax';
import { countingFlags, insteadOfPatch, namingFlags } from '../tables/gitFlags';
import { safeGit } from '../tables/safeGit';
import { safeArguments } from './flags';
import { tooMany } from './objections';
import { choosingArgs, grepArgs, listedFiles } from './gitListing';
import type { Reach } from './gitSettings';
import type { GitWords } from './gitWords';
import { say, type Sentence } from '../../texts/sentence';

/** So many files are compared with rules. */
const mostFiles = 5000;
const mostObjects = 6;

/** The way to the files of one command: absolute paths, or why they cannot be told. */
type Shown = readonly string[] | Sentence;

/** Subcommands that never look at files, or only at their names in a commit. */
const naming = new Set(
  'branch remote tag rev-parse ls-tree for-each-ref show-ref merge-base rev-list name-rev count-objects worktree config version symbolic-ref var shortlog'.split(
    ' ',
  ),
);

const histories = new Set(['log', 'show', 'diff', 'whatchanged', 'reflog', 'stash']);

export function gitReach(words: GitWords): Reach {
  const { name } = words;
  if (naming.has(name)) return 'names';
  if (name === 'describe') return flagsOf(words).some(flag => /^(?:dirty|broken)$/.test(flag)) ? 'files' : 'names';
  const lists = name === 'log' || name === 'reflog' || (name === 'stash' && words.args[0]?.value === 'list');
  return lists && flagsOf(words).every(flag => namingFlags.has(flag)) ? 'names' : 'files';
}

/** Whether it shows more than names and numbers; `objects` is only the text of files that are named as objects. */
function shows(words: GitWords): 'nothing' | 'objects' | 'text' {
  const { name } = words;
  const flags = flagsOf(words);
  if (name === 'status') return flags.some(flag => /^v(?:erbose)?$/.test(flag)) ? 'text' : 'nothing';
  if (name === 'grep')
    return flags.some(flag => /^(?:[lLcq]|files-with(?:out)?-match(?:es)?|name-only|count|quiet)$/.test(flag))
      ? 'nothing'
      : 'text';
  if (name === 'cat-file') return flags.some(flag => /^[tse]$/.test(flag)) ? 'nothing' : 'text';
  if (name === 'blame' || name === 'archive') return 'text';
  if (!histories.has(name)) return 'nothing';
  if (!flags.every(flag => namingFlags.has(flag) || countingFlags.has(flag))) return 'text';
  const patchIsUsual = name === 'diff' || name === 'show' || (name === 'stash' && words.args[0]?.value === 'show');
  if (patchIsUsual && !flags.some(flag => insteadOfPatch.has(flag))) return 'text';
  return name === 'show' ? 'objects' : 'nothing';
}

function flagsOf({ name, args }: GitWords): readonly string[] {
  const safe = entryOf(safeGit, name === 'stash' || name === 'reflog' || name === 'whatchanged' ? 'log' : name);
  const read = safe && safeArguments(safe, args);
  return !read || 'text' in read ? ['unknown'] : read.flags;
}

/** The files whose text it shows, for a command that is read-only by its words, in a repository that starts nothing. */
export function shownFiles(words: GitWords, folder: string, world: World): Shown {
  const kind = shows(words);
  if (kind === 'nothing') return [];
  const repository = world.git(folder);
  const root = repository?.root ?? folder;
  const { name, args } = words;
  // Without a repository it fails, or compares the files that it is given.
  if (histories.has(name) && showsOthers(words, folder, world)) return untold(name);
  if (repository?.found === false) return compared(operandsOf(args), folder, world);
  switch (name) {
    case 'status':
      return rooted(listing(folder, ['diff', ...statusNames, 'HEAD'], world), { root });
    case 'blame':
      return operandsOf(args).map(path => joinPath(folder, path));
    case 'grep':
      return rooted(grepped(folder, args, world), { root });
    case 'archive':
      return rooted(archived(folder, args, world), { root });
    case 'cat-file':
      return shownObjects(operandsOf(args).slice(-1), { folder, root }, world);
    case 'diff':
    case 'show':
      return shownByRevisions(words, kind === 'objects', { folder, root }, world);
    case 'log':
    case 'whatchanged':
    case 'reflog':
    case 'stash':
      return rooted(history(words, folder, world), { root });
    default:
      return untold(name);
  }
}

/** Without a repository whole folders are compared as well as files. */
function compared(paths: readonly string[], folder: string, world: World): Shown {
  const files: string[] = [];
  for (const path of paths) {
    const below = world.disk.filesBelow(joinPath(folder, path), 'with the settings of git');
    if (!below) return tooMany;
    files.push(...below);
  }
  return files;
}

function untold(name: string): Sentence {
  return say('Which files git {command} shows cannot be told.', { command: name });
}

const statusNames = ['--no-ext-diff', '--no-textconv', '--name-status', '-z', '--no-relative'];
const noText = [...statusNames, '--format='];

/** Another repository's files are shown where a change of it is shown in full. */
function showsOthers({ args, settings }: GitWords, folder: string, world: World): boolean {
  if (args.some(word => /^--submodule=(?!log$|short$)/.test(word.value ?? ''))) return true;
  const all = [...(world.git(folder)?.settings ?? []), ...settings];
  return all.findLast(({ key }) => key === 'diff.submodule')?.value === 'diff';
}

function listing(folder: string, args: readonly string[], world: World): Shown {
  const output = world.gitAnswer(folder, args);
  const files = output === undefined ? undefined : listedFiles(output);
  if (!files) return untold(args[0] ?? '');
  const once = [...new Set(files)];
  return once.length > mostFiles ? tooMany : once;
}

function history({ name, args }: GitWords, folder: string, world: World): Shown {
  const form = args[0]?.value ?? '';
  const isNamed = /^(?:show|list)$/.test(form) && name !== 'log' && name !== 'whatchanged';
  const rest = isNamed ? args.slice(1) : args;
  const lines = rest.flatMap((word, index) => linesOf(word, rest[index + 1]));
  if (lines.length > 0) return lines;
  const chosen = choosingArgs(rest);
  if (!chosen) return untold(name);
  if (name === 'stash' && form === 'show') return listing(folder, ['stash', 'show', ...statusNames, ...chosen], world);
  if (name === 'stash') return listing(folder, ['stash', 'list', ...noText, ...chosen], world);
  if (name === 'reflog') return listing(folder, ['reflog', 'show', ...noText, ...chosen], world);
  return listing(folder, ['log', ...noText, ...chosen], world);
}

/** `-L 1,5:file` shows the lines of one file, under each of its names. */
function linesOf(word: ShellWord, next: ShellWord | undefined): readonly string[] {
  const value = word.value ?? '';
  if (!value.startsWith('-L')) return [];
  const range = value === '-L' ? (next?.value ?? '') : value;
  return range.split(':').slice(1);
}

interface Where {
  readonly folder: string;
  readonly root: string;
}

/** What `git diff` and `git show` are given may be commits, or files of commits. */
function shownByRevisions({ name, args }: GitWords, onlyObjects: boolean, where: Where, world: World): Shown {
  const chosen = choosingArgs(args);
  if (!chosen) return untold(name);
  const end = chosen.indexOf('--');
  const operands = (end < 0 ? chosen : chosen.slice(0, end)).filter(value => !value.startsWith('-'));
  if (operands.length > mostObjects) return untold(name);
  const blobs = operands.filter(value => typeOf(value, where.folder, world) === 'blob');
  const files = shownObjects(blobs, where, world);
  if ('text' in files || onlyObjects) return files;
  if (name === 'diff') {
    if (blobs.length > 0) return [...files, ...operands.map(path => joinPath(where.folder, path))];
    if (operands.some(value => isMissing(value, where.folder, world))) return [];
    return rooted(listing(where.folder, ['diff', ...statusNames, ...chosen], world), where);
  }
  // The commits are what is left; of a tree only names are shown.
  const isCommit = (value: string): boolean => !/^(?:blob|tree)$/.test(typeOf(value, where.folder, world));
  if (operands.length > 0 && !operands.some(isCommit)) return files;
  const kept = chosen.filter((value, at) => value.startsWith('-') || (end >= 0 && at > end) || isCommit(value));
  const listed = rooted(listing(where.folder, ['log', '--no-walk', '--cc', ...noText, ...kept], world), where);
  return 'text' in listed ? listed : [...files, ...listed];
}

/** A commit that git does not find, so that it fails: `@{upstream}` where there is none. */
function isMissing(name: string, folder: string, world: World): boolean {
  if (!/^@\{(?:u|upstream|push)\}$/.test(name)) return false;
  const found = (commit: string): boolean => world.gitAnswer(folder, ['rev-parse', '--verify', commit]) !== undefined;
  return !found(name) && found('HEAD');
}

function rooted(found: Shown, { root }: Pick<Where, 'root'>): Shown {
  return 'text' in found ? found : found.map(path => joinPath(root, path));
}

/** `HEAD:a.txt`, `:0:a.txt`: a file of a commit or of the index. Of an object by its number no name is known. */
function shownObjects(names: readonly string[], { folder, root }: Where, world: World): Shown {
  const files: string[] = [];
  for (const name of names) {
    const type = typeOf(name, folder, world);
    if (type === 'commit' || type === 'tree') continue;
    const paths = endings(name).slice(1);
    if (type !== 'blob' || paths.length === 0)
      return say('Which file the object {object} is cannot be told.', { object: name });
    files.push(...paths.map(path => joinPath(/^\.\.?\//.test(path) ? folder : root, path)));
  }
  return files;
}

/** What a name stands for; a tag for what it names. Empty for what is no object. */
function typeOf(name: string, folder: string, world: World): string {
  const type = world.gitAnswer(folder, ['cat-file', '-t', name])?.trim() ?? '';
  return type === 'tag' ? (world.gitAnswer(folder, ['cat-file', '-t', `${name}^{}`])?.trim() ?? '') : type;
}

/** `HEAD:a.txt` where commits are named in front. */
function grepped(folder: string, args: readonly ShellWord[], world: World): Shown {
  const chosen = grepArgs(args);
  const output = chosen && world.gitAnswer(folder, ['grep', '-l', '-z', '--full-name', ...chosen]);
  if (output === undefined) return untold('grep');
  const names = output.split('\0').filter(name => name !== '');
  if (names.length > mostFiles) return tooMany;
  return names.flatMap(endings);
}

/** A name and each of its endings after a colon: what stands before one may be a commit. */
function endings(name: string): readonly string[] {
  const found = [name];
  for (let at = name.indexOf(':'); at >= 0; at = name.indexOf(':', at + 1)) found.push(name.slice(at + 1));
  return found;
}

/** `git archive HEAD src`: all files of a commit, or those that are named. */
function archived(folder: string, args: readonly ShellWord[], world: World): Shown {
  const values = args.map(word => word.value ?? '');
  const options = values.filter(value => value.startsWith('-'));
  const [tree = '', ...paths] = values.filter(value => !value.startsWith('-'));
  const known = options.every(value => /^(?:--format=(?:tar|zip)|-v|--verbose|-[0-9]|--)$/.test(value));
  if (!known || tree === '' || [tree, ...paths].some(it => /[:*?[\\]/.test(it))) return untold('archive');
  const output = world.gitAnswer(folder, ['ls-tree', '-r', '--name-only', '-z', '--full-name', tree, '--', ...paths]);
  const files = output?.split('\0').filter(file => file !== '');
  return !files || files.length > mostFiles ? untold('archive') : files;
}

function operandsOf(args: readonly ShellWord[]): readonly string[] {
  return args.map(word => word.value ?? '').filter(value => !value.startsWith('-'));
}
