import { safeGit } from '../tables/safeGit';
import type { OperandRule, SafeCommand } from '../tables/safeCommand';
import { type SafeArguments, safeArguments } from './flags';
import type { Place, ShellWord } from '../shell/syntax';
import { isSensitive, strangePath, type World } from '../paths/world';
import { noFolder } from './objections';
import { repositoryObjection, settingsObjection } from './gitRepository';
import { gitReach, shownFiles } from './gitShown';
import { startingSetting } from './gitSettings';
import { gitPlace, gitWords, type GitWords } from './gitWords';
import { isKeyOfLooks } from '../tables/gitKeys';
import { say, type Sentence } from '../../texts/sentence';

const subcommands = new Map(Object.entries(safeGit));

/** Options that always take the next word; the others take a value only after `=`. */
const needsValue = new Set(
  (
    'contains no-contains merged no-merged points-at sort format n max-count author committer grep since until after ' +
    'before skip S G L U unified diff-filter exclude refs match candidates count e A B C m x inter-hunk-context ' +
    'word-diff-regex diff-algorithm src-prefix dst-prefix date encoding glob threads max-depth ignore-rev'
  ).split(' '),
);

/** Why this `git` call is not read-only here, or `undefined` when it is. */
export function gitObjection(args: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  const form = gitFormObjection(args, place, world);
  if (form !== undefined || isVersion(args)) return form;
  const words = gitWords(args);
  if ('text' in words) return words;
  if (!world.context.trusted)
    return say('In a workspace that is not trusted, git may run programs that the repository names.');
  const { folders, moved } = gitPlace(words, place);
  if (folders.length === 0) return noFolder;
  for (const folder of folders) {
    if (!world.isInWorkspace(world.forms('.', folder)))
      return say('It looks at {path}, which lies outside the workspace.', { path: folder });
    const objection =
      repositoryObjection(folder, words, { reach: gitReach(words), moved }, world) ??
      (showsSettings(words) ? settingsObjection(folder, onlySetting(words), world) : undefined) ??
      secretObjection(words, folder, world);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

function secretObjection(words: GitWords, folder: string, world: World): Sentence | undefined {
  const shown = shownFiles(words, folder, world);
  if ('text' in shown) return shown;
  const secret = shown.find(isSensitive);
  return secret === undefined ? undefined : say('{path} may hold secrets.', { path: world.shown(secret) });
}

/** The files of which a git command that only reads shows text; `undefined` when that cannot be told. */
export function shownByGit(args: readonly ShellWord[], place: Place, world: World): readonly string[] | undefined {
  const words = gitWords(args);
  if ('text' in words || !world.context.trusted) return undefined;
  if (words.name !== 'archive' && gitFormObjection(args, place, world) !== undefined) return undefined;
  const { folders, moved } = gitPlace(words, place);
  if (folders.length === 0) return undefined;
  const found: string[] = [];
  for (const folder of folders) {
    if (repositoryObjection(folder, words, { reach: gitReach(words), moved }, world) !== undefined) return undefined;
    const shown = shownFiles(words, folder, world);
    if ('text' in shown) return undefined;
    found.push(...shown);
  }
  return found;
}

/** Commands that show addresses or settings, in which passwords may stand. */
function showsSettings({ name, args }: GitWords): boolean {
  return (name === 'config' || name === 'remote') && args.length > 0;
}

/** The one setting that `git config --get` shows. */
function onlySetting({ args }: GitWords): string | undefined {
  const values = args.map(word => word.value ?? '');
  const at = values.findIndex(value => /^(?:--get(?:-all)?|get)$/.test(value));
  if (at >= 0) return values[at + 1];
  const last = values.at(-1) ?? '';
  return isSettingName(last) ? last : undefined;
}

function isSettingName(value: string): boolean {
  return /^[a-z][a-z0-9-]*\.(?:[\w./-]*\.)?[a-z][a-z0-9-]*$/i.test(value);
}

function isVersion(args: readonly ShellWord[]): boolean {
  return args.length === 1 && args[0]?.value === '--version';
}

/** The same without a look at the repository: whether the words alone ask git only to read. */
export function gitFormObjection(args: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  const words = gitWords(args);
  if ('text' in words) return words;
  const { name } = words;
  if (name === '--version' && words.args.length === 0) return undefined;
  const safe = subcommands.get(name);
  if (!safe)
    return name === ''
      ? say('git alone is not known to be read-only.')
      : say('git {command} is not known to be read-only.', { command: name });
  const started = startingSetting(words.settings, { name, reach: 'files' });
  if (started) return say('The setting {key} may start a program.', { key: started.key });
  const other = words.settings.find(({ key, value }) => value !== '' && !isKeyOfLooks(key));
  if (other) return say('The setting {key} may make git look elsewhere.', { key: other.key });
  const verified = words.args.find(word => /%G|%\((?:signature|raw)/.test(word.value ?? ''));
  if (verified) return say('The format {format} starts a program or shows any file.', { format: verified.raw });
  return subcommandObjection(name, safe, words.args, world, gitPlace(words, place));
}

function subcommandObjection(
  name: string,
  safe: SafeCommand,
  args: readonly ShellWord[],
  world: World,
  place: Place,
): Sentence | undefined {
  const notListing = say('This form of git {command} changes the repository.', { command: name });
  const rule = listingRules[safe.operands];
  return rule ? rule(args, safe, notListing, world, place) : operandObjection(safeArguments(safe, args), world, place);
}

type ListingRule = (
  args: readonly ShellWord[],
  safe: SafeCommand,
  notListing: Sentence,
  world: World,
  place: Place,
) => Sentence | undefined;

/** Subcommands of which only the listing forms read. */
const listingRules: Partial<Record<OperandRule, ListingRule>> = {
  remote: (args, safe, notListing) => {
    if (args[0]?.value !== 'get-url') return withoutOperands(safe, args, notListing);
    return args.every(word => word.value?.startsWith('-') !== true) ? undefined : notListing;
  },
  stash: (args, _, notListing, world, place) => {
    const first = args[0]?.value;
    return first === 'list' || first === 'show' ? logObjection(args.slice(1), world, place) : notListing;
  },
  reflog: (args, _, notListing, world, place) => {
    const first = args[0]?.value;
    if (first === undefined || first === 'show') return logObjection(args.slice(1), world, place);
    return first.startsWith('-') ? logObjection(args, world, place) : notListing;
  },
  wtlist: (args, _, notListing) => {
    const isList =
      args[0]?.value === 'list' && args.slice(1).every(word => /^(?:--porcelain|-v|-z)$/.test(word.value ?? ''));
    return isList ? undefined : notListing;
  },
  config: (args, _, notListing) =>
    configObjection(
      args.map(word => word.value ?? ''),
      notListing,
    ),
  symbolic: args =>
    args.filter(({ value }) => !/^(?:-q|--quiet|--short)$/.test(value ?? '')).length === 1 &&
    /^(?:HEAD|refs\/[\w./-]+)$/.test(args.at(-1)?.value ?? '')
      ? undefined
      : say('git symbolic-ref may change a reference.'),
  gitvar: args =>
    args.length === 1 && /^GIT_(?:AUTHOR_IDENT|COMMITTER_IDENT|DEFAULT_BRANCH)$/.test(args[0]?.value ?? '')
      ? undefined
      : say('git var shows what is configured.'),
  branchlist: (args, safe, notListing) => listObjection(safe, args, notListing),
  taglist: (args, safe, notListing) => listObjection(safe, args, notListing),
};

function logObjection(args: readonly ShellWord[], world: World, place: Place): Sentence | undefined {
  const log = subcommands.get('log');
  return log ? operandObjection(safeArguments(log, args), world, place) : say('git log is not known.');
}

function withoutOperands(safe: SafeCommand, args: readonly ShellWord[], objection: Sentence): Sentence | undefined {
  const read = safeArguments(safe, args);
  if ('text' in read) return read;
  return read.operands.length === 0 ? undefined : objection;
}

function listObjection(safe: SafeCommand, args: readonly ShellWord[], objection: Sentence): Sentence | undefined {
  // Without a commit it is the present one.
  const isBare = /^--(?:no-)?(?:merged|contains)$/.test(args.at(-1)?.value ?? '');
  const read = safeArguments(safe, isBare ? args.slice(0, -1) : args);
  if ('text' in read) return read;
  if (read.values.some(value => !value.glued && !needsValue.has(value.flag))) return objection;
  const lists = read.flags.includes('l') || read.flags.includes('list');
  return read.operands.length === 0 || lists ? undefined : objection;
}

function configObjection(values: readonly string[], objection: Sentence): Sentence | undefined {
  const [first = '', ...rest] = values.filter(
    value => !/^--(?:local|global|system|show-origin|show-scope|name-only|null)$/.test(value),
  );
  const noFlags = rest.every(value => !value.startsWith('-'));
  if (/^(?:--list|-l|list)$/.test(first)) return rest.length === 0 ? undefined : objection;
  // A name alone asks for its value.
  if (isSettingName(first) && rest.length === 0) return undefined;
  if (/^(?:--get|--get-all|--get-regexp|get)$/.test(first)) return rest.length === 1 && noFlags ? undefined : objection;
  return objection;
}

function operandObjection(read: SafeArguments | Sentence, world: World, place: Place): Sentence | undefined {
  if ('text' in read) return read;
  const loose = read.values.filter(value => !value.glued && !needsValue.has(value.flag)).map(value => value.word);
  for (const word of [...read.operands, ...loose]) {
    const value = word.value ?? '';
    const path = value.slice(value.indexOf(':') + 1);
    const strange = strangePath(path);
    if (strange !== undefined) return strange;
    if (isSensitive(path)) return say('{path} may hold secrets.', { path });
    const isPath = /^[~/]|(?:^|\/)\.\.(?:\/|$)/.test(path);
    if (isPath && !place.folders.every(folder => world.isInWorkspace(world.forms(path, folder)))) {
      return say('{path} lies outside the workspace.', { path });
    }
  }
  return undefined;
}
