import type { Because } from '../language/verdict';
import type { CompiledRule } from '../match/compiled';
import type { World } from '../paths/world';
import type { ShellWord } from '../shell/syntax';
import { resolvedValue } from '../shell/word';
import type { Occurrence } from '../starts/expand';
import { sharedFolders } from '../starts/shared';
import { isUnderstood, mayStart, pathsIn } from './mentions';
import { forbiddingRule } from './path';
import type { RuleSet } from './ruleSet';

export function sharedPath(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  if (set[action].read.isEmpty && set[action].edit.isEmpty) return undefined;
  for (const occurrence of occurrences) {
    const rule = sharedRule(set, action, occurrence, world);
    if (rule) return mayStart(rule, occurrence.command.text);
  }
  return undefined;
}

/**
 * The rule for a file in a folder that a command hands to others: it serves, mounts, sends or packs it. What a program that
 * nothing is known of does with a folder in its arguments is not known either, unless a rule names that program.
 */
function sharedRule(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrence: Occurrence,
  world: World,
): CompiledRule | undefined {
  const { words, command } = occurrence;
  const shared = sharedFolders(words);
  if (!shared || shared.words.length === 0 || isUnderstood(occurrence, world)) return undefined;
  const { now } = world.context;
  if (!shared.sure && (set.allow.commands?.exactRule(words, now) ?? set.allow.commands?.wideRule(words, now)))
    return undefined;
  const edit = set[action].edit.any(now);
  if (shared.rewrites && !edit) return undefined;
  const any = edit ?? set[action].read.any(now);
  for (const from of command.place.folders.length > 0 ? command.place.folders : [world.cwd]) {
    for (const folder of new Set(shared.words.flatMap(word => foldersIn(word, from, world)))) {
      const files = world.disk.filesBelow(folder);
      if (!files) return any;
      world.budget.spend(files.length);
      const rule = files
        .map(file => forbiddingRule(set, action, 'edit', world.forms(file), world))
        .find(it => it !== undefined && (shared.rewrites !== true || isForEdits(it)));
      if (rule) return rule;
    }
  }
  return undefined;
}

function isForEdits({ rule }: CompiledRule): boolean {
  return rule.kind === 'path' && rule.access === 'edit';
}

/** The folders of this machine that a word names, as a whole or in a part: `.:/work`, `source=$PWD,target=/work`. */
function foldersIn(word: ShellWord, from: string, world: World): readonly string[] {
  const text = word.pieces
    .map(piece => textOf({ raw: word.raw, pieces: [piece], value: undefined }, from, world))
    .join('');
  // `./...` are all packages below, as go has it.
  return pathsIn(text.replace(/\/\.\.\.$/, '')).flatMap(path => {
    const { lexical, real = lexical } = world.forms(path, from);
    return world.disk.entries(real) ? [real] : [];
  });
}

/** A part that is only known at run time may be the folder that it runs in. */
function textOf(word: ShellWord, from: string, world: World): string {
  const [piece] = word.pieces;
  if (piece?.kind === 'text') return piece.text;
  return resolvedValue(word, from, world.context.home) ?? from;
}
