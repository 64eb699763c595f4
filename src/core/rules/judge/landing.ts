import { say } from '../../texts/sentence';
import type { CompiledRule } from '../match/compiled';
import type { Because } from '../language/verdict';
import { baseName, isInside, normalPath } from '../paths/pathText';
import { isKeptPlace, isOwn, type PathForms, type World } from '../paths/world';
import type { ShellWord } from '../shell/syntax';
import { hasKind, resolvedValue } from '../shell/word';
import type { Occurrence } from '../starts/expand';
import { filledIn } from '../safe/starters';
import { copyingOf } from '../starts/fileAccess';
import { openedTrees } from '../starts/trees';
import { forbiddingRule } from './path';
import type { RuleSet } from './ruleSet';

/** What a command writes into one folder by copying what the disk holds. */
interface Landing {
  readonly into: PathForms;
  /** Each file that is written, by its place; undefined where there are too many to look at. */
  readonly files: readonly PathForms[] | undefined;
}

/** The rule for a file over which a command may copy, move or link what it finds by a pattern or in a folder. */
export function ruleForLanding(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrence: Occurrence,
  world: World,
): CompiledRule | undefined {
  const { now } = world.context;
  const any = set[action].edit.any(now) ?? set[action].tool('Edit', now) ?? set[action].read.any(now);
  if (!any) return undefined;
  for (const { files } of landings(occurrence, world)) {
    if (!files) return any;
    const rule = files.map(file => forbiddingRule(set, action, 'edit', file, world)).find(it => it !== undefined);
    if (rule) return rule;
  }
  return undefined;
}

/** Whether a file of Latch itself is among what is written so. */
export function landsOnOwn(occurrence: Occurrence, world: World): boolean {
  return landings(occurrence, world).some(({ files }) =>
    files?.some(({ lexical, real = lexical }) => isOwn(lexical) || isOwn(real)),
  );
}

/** What is written so and never approved without a person. */
export function landsOnKept(occurrences: readonly Occurrence[], world: World): Because | undefined {
  for (const occurrence of occurrences) {
    for (const { into, files } of landings(occurrence, world)) {
      const kept = files?.find(file => isKeptPlace(file, world));
      const { text } = occurrence.command;
      if (kept)
        return {
          command: text,
          verdict: 'ask',
          reason: say('{path} is a protected path: writing it is always asked.', { path: world.shown(kept.lexical) }),
        };
      if (!files && isAtHome(into, world))
        return { command: text, verdict: 'ask', reason: say('It copies more files than can be looked at.') };
    }
  }
  return undefined;
}

/** Where files lie that programs trust by their names. */
function isAtHome(place: PathForms, world: World): boolean {
  return world.isInWorkspace(place) || isInside(place.lexical, normalPath(world.context.home));
}

/** What is written under the very name that stands in the command is looked at where files are that a command names. */
function landings({ words, command }: Occurrence, world: World): readonly Landing[] {
  const copying = copyingOf(words);
  if (!copying) return [];
  const isDeep = openedTrees(words).length > 0;
  const sources = copying.sources
    .map(source => filledIn(source, command, world))
    .filter(source => isDeep || hasKind(source, 'glob', 'names'));
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.flatMap(folder =>
    copying.targets.flatMap((target): readonly Landing[] => {
      const path = resolvedValue(target, folder, world.context.home);
      if (path === undefined || sources.length === 0) return [];
      const into = world.forms(path, folder);
      const names = namesOf(sources, folder, isDeep, world);
      return [{ into, files: names?.map(name => within(into, name)) }];
    }),
  );
}

function within({ lexical, real }: PathForms, name: string): PathForms {
  return { lexical: `${lexical}/${name}`, real: real === undefined ? undefined : `${real}/${name}` };
}

/** By which names these are copied; a folder as itself, and, as `cp -r a/. b` and `rsync -a a/ b` do, only what it holds. */
function namesOf(
  sources: readonly ShellWord[],
  folder: string,
  isDeep: boolean,
  world: World,
): readonly string[] | undefined {
  const names: string[] = [];
  for (const source of sources) {
    const paths = pathsOf(source, folder, world);
    if (!paths) return undefined;
    for (const path of paths) {
      const { lexical, real = lexical } = world.forms(path, folder);
      const files = isDeep ? world.disk.filesBelow(real, 'with the settings of git') : [real];
      if (!files) return undefined;
      world.budget.spend(files.length);
      const name = baseName(lexical);
      names.push(...files.flatMap(file => namesIn(name, file.slice(real.length))));
    }
  }
  return names;
}

function namesIn(name: string, below: string): readonly string[] {
  return below === '' ? [name] : [`${name}${below}`, below.slice(1)];
}

/** What a word stands for on the disk; nothing where that is only known at run time, undefined where it is too much. */
export function pathsOf(word: ShellWord, folder: string, world: World): readonly string[] | undefined {
  const path = resolvedValue(word, folder, world.context.home);
  if (path !== undefined) return [path];
  const [only] = word.pieces;
  if (only?.kind === 'names') return only.names;
  if (!word.pieces.every(({ kind }) => kind === 'text' || kind === 'glob')) return [];
  const pattern = word.pieces.map(piece => ('text' in piece ? piece.text : '')).join('');
  return world.disk.globbed(world.forms(pattern, folder).lexical);
}
