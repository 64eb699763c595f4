import { safeGit } from '../tables/safeGit';
import type { OperandRule, SafeCommand } from '../tables/safeCommand';
import { type SafeArguments, safeArguments } from './flags';
import type { Place, ShellWord } from '../shell/syntax';
import { isSensitive, strangePath, type World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';

const subcommands = new Map(Object.entries(safeGit));
const globalFlags = new Set(['--no-pager', '--no-optional-locks', '--literal-pathspecs']);

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
  return gitFormObjection(args, place, world) ?? (isVersion(args) ? undefined : repositoryObjection(place, world));
}

function isVersion(args: readonly ShellWord[]): boolean {
  return args.length === 1 && args[0]?.value === '--version';
}

/** The same without a look at the repository: whether the words alone ask git only to read. */
export function gitFormObjection(args: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  const values = args.map(word => word.value);
  if (values.some(value => value === undefined)) return say('A part of the git command is not known.');
  let at = 0;
  while (globalFlags.has(values[at] ?? '')) at++;
  const name = values[at] ?? '';
  if (name === '--version' && values.length === at + 1) return undefined;
  const safe = subcommands.get(name);
  if (!safe)
    return name === ''
      ? say('git alone is not known to be read-only.')
      : say('git {command} is not known to be read-only.', { command: name });
  return subcommandObjection(name, safe, args.slice(at + 1), world, place);
}

function repositoryObjection(place: Place, world: World): Sentence | undefined {
  if (!world.context.trusted)
    return say('In a workspace that is not trusted, git may run programs that the repository names.');
  if (place.moved || place.folders.length !== 1)
    return say('git after a change of folder may run programs that another repository names.');
  for (const folder of place.folders) {
    const danger = world.gitDanger(folder);
    if (danger !== undefined) return danger;
  }
  return undefined;
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
  const read = safeArguments(safe, args);
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
