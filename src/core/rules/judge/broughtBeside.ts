import { say } from '../../texts/sentence';
import type { Because } from '../language/verdict';
import { isInside } from '../paths/pathText';
import type { PathForms, World } from '../paths/world';

/**
 * With a file Claude Code takes the skills of each folder on the way to it. Those of packages are not among what a person
 * has accepted, since nobody could look through all packages before.
 */
export function broughtBeside(path: PathForms, world: World): Because | undefined {
  if (world.context.takes !== true) return undefined;
  const roots = world.context.workspace.flatMap(root => [root, world.real(root) ?? root]);
  const ways = [path.lexical, path.real ?? path.lexical].flatMap(file => {
    const root = roots.find(it => isInside(file, it));
    return root === undefined ? [] : foldersOfPackages(file, root);
  });
  const folder = ways.find(way => world.disk.entries(`${way}/.claude`) !== undefined);
  return folder === undefined
    ? undefined
    : {
        verdict: 'ask',
        reason: say('With this file the agent takes what {folder} brings, and nobody has accepted that.', {
          folder: world.shown(`${folder}/.claude`),
        }),
      };
}

/** The folders on the way to a file of which not all are looked through for what they bring. */
function foldersOfPackages(file: string, root: string): readonly string[] {
  const names = file
    .slice(root.length + 1)
    .split('/')
    .slice(0, -1);
  const from = names.indexOf('node_modules');
  return from < 0 ? [] : names.slice(from).map((_, at) => [root, ...names.slice(0, from + at + 1)].join('/'));
}
