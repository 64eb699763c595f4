/** Whether git may start a program in a folder, by what git itself says of it. */
import { isInside } from '../paths/pathText';
import type { World } from '../paths/world';
import type { GitRepository } from '../language/verdict';
import { fetchingSetting, type Reach, secretSetting, startingSetting } from './gitSettings';
import type { GitWords } from './gitWords';
import { say, type Sentence } from '../../texts/sentence';

/** So many repositories inside another one are looked at. */
const mostNested = 20;

export function repositoryObjection(
  folder: string,
  words: GitWords,
  { reach, moved }: { readonly reach: Reach; readonly moved: boolean },
  world: World,
): Sentence | undefined {
  const { name } = words;
  const found = world.git(folder);
  if (!found) return untold(folder, world);
  if (moved && !found.found) return say('git finds no repository in {folder}.', { folder: world.shown(folder) });
  const repository = { ...found, settings: [...found.settings, ...words.settings] };
  const own = oneObjection(folder, repository, name, reach, world);
  return own ?? (reach === 'names' ? undefined : nestedObjection(repository.root, name, world));
}

/** A command that looks at files looks into the repositories that belong to this one, and starts what they name. */
function nestedObjection(root: string | undefined, name: string, world: World): Sentence | undefined {
  const open = root === undefined ? [] : [root];
  for (let at = 0; at < open.length; at++) {
    const nested = nestedIn(open[at] ?? '', world);
    if (!nested || open.length + nested.length > mostNested)
      return say('There are more repositories in it than can be looked at.');
    for (const inner of nested) {
      // What is not there as a repository is not entered.
      if (world.disk.entries(inner)?.some(entry => entry.name === '.git') === false) continue;
      const repository = world.git(inner);
      const danger = repository ? oneObjection(inner, repository, name, 'files', world) : untold(inner, world);
      if (danger !== undefined) return danger;
      open.push(inner);
    }
  }
  return undefined;
}

function untold(folder: string, world: World): Sentence {
  return say('git does not say what it would do in {folder}.', { folder: world.shown(folder) });
}

function oneObjection(
  folder: string,
  { root, settings, hooks }: GitRepository,
  name: string,
  reach: Reach,
  world: World,
): Sentence | undefined {
  const starts = startingSetting(settings, { name, reach });
  if (starts) return say('The configuration of this repository lets git run a program ({key}).', { key: starts.key });
  const fetches = fetchingSetting(settings, reach);
  if (fetches) return say('git may fetch what is missing in this repository ({key}).', { key: fetches.key });
  if (reach === 'files' && hooks.length > 0) return say('A hook of this repository runs when git refreshes its index.');
  const real = world.real(folder);
  if (root !== undefined && (real === undefined || !isInside(real, world.real(root) ?? root)))
    return say('The files of this repository lie elsewhere ({key}).', { key: 'core.worktree' });
  return undefined;
}

/** Folders that are repositories of their own and belong to this one, in which git looks at changes too. */
function nestedIn(root: string, world: World): readonly string[] | undefined {
  const listed = world.gitAnswer(root, ['ls-files', '-s', '-z']);
  if (listed === undefined) return undefined;
  return [...listed.matchAll(/(?:^|\0)160000 [^\t\0]*\t([^\0]+)/g)].map(found => `${root}/${found[1]}`);
}

/** Why what is configured here may not be shown: all of it, or what has this name. */
export function settingsObjection(folder: string, name: string | undefined, world: World): Sentence | undefined {
  const repository = world.git(folder);
  if (!repository) return untold(folder, world);
  const shown = repository.settings.filter(({ key }) => name === undefined || key.toLowerCase() === name.toLowerCase());
  const secret = secretSetting(shown);
  return secret && say('{key} may hold a secret.', { key: secret.key });
}
