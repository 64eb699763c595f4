import { textOf } from '../risk/line';
import { lastingKinds } from '../risk/named';
import type { ShellWord, SimpleCommand } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import type { World } from '../paths/world';
import type { RuleSet } from './ruleSet';

/**
 * The command that changes settings, credentials, access or what starts by itself, where no rule names that very change:
 * `Bash(npm:*)` is about packages, `Bash(npm config set:*)` about settings.
 */
export function lastingChange(
  set: RuleSet,
  occurrences: readonly Occurrence[],
  world: World,
): SimpleCommand | undefined {
  const found = occurrences.find(
    ({ words, command, sure }) => sure && isLasting(words, world) && !isNamed(set, words, command.words, world),
  );
  return found?.command;
}

function isLasting(words: readonly ShellWord[], world: World): boolean {
  world.budget.spend(words.length / 4);
  return words[0]?.value !== undefined && lastingKinds(words.map(textOf));
}

function isNamed(
  set: RuleSet,
  words: readonly ShellWord[],
  outer: readonly ShellWord[],
  { context: { now } }: World,
): boolean {
  const rules = set.allow.commands;
  if (!rules) return false;
  return [words, outer].some(one => {
    if (rules.exactRule(one, now)) return true;
    const fixed = rules.narrowestWords(one, now);
    const start = one === words ? 0 : fixed.indexOf(words[0]?.value ?? '');
    const named = start < 0 ? [] : fixed.slice(start);
    return named.length > 1 && lastingKinds(named);
  });
}
