/** What git does beside its words, where a rule forbids something: programs it is set to start, and files it brings. */
import { becauseOf, type CompiledRule } from '../match/compiled';
import type { Because } from '../language/verdict';
import type { World } from '../paths/world';
import { gitFormObjection, shownByGit } from '../safe/gitCommand';
import { startedTexts } from '../safe/gitSettings';
import { gitPlace, gitWords } from '../safe/gitWords';
import { readOnlyObjection } from '../safe/readonly';
import { gitFiles, gitSubcommand } from '../starts/gitFiles';
import type { Occurrence } from '../starts/expand';
import { programName } from '../starts/program';
import { aliasScript } from './gitAliases';
import { forbiddingRule } from './path';
import type { RuleSet } from './ruleSet';
import { say } from '../../texts/sentence';

function isGit({ words }: Occurrence): boolean {
  return programName(words[0]?.value ?? '') === 'git';
}

/** A setting of git that names what a rule forbids: nobody can tell when git starts it. */
export function configuredProgram(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  const commands = set[action].deniedCommands;
  if (!commands || commands.isEmpty) return undefined;
  for (const { words, command } of occurrences.filter(isGit)) {
    const read = gitWords(words.slice(1));
    const place = 'text' in read ? command.place : gitPlace(read, command.place);
    for (const folder of place.folders) {
      const settings = world.git(folder)?.settings ?? [];
      for (const { key, text } of startedTexts(settings, gitSubcommand(words))) {
        const rule = commands.findWords(text, world.context.now);
        if (!rule) continue;
        const { text: named } = rule;
        const reason = say('The setting {key} may start what the {action} rule {rule} names.', {
          key,
          action: say(action),
          rule: named,
        });
        return becauseOf(rule, command.text, 'ask', reason);
      }
    }
  }
  return undefined;
}

/** The rule that forbids a file which git may change or show here, beside those that its words name. */
export function ruleForGitFiles(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrence: Occurrence,
  all: readonly Occurrence[],
  world: World,
): CompiledRule | undefined {
  // What an alias stands for is looked at by itself.
  if (!isGit(occurrence) || aliasScript(occurrence, world) !== undefined) return undefined;
  const { now } = world.context;
  const rules = set[action];
  const touches = gitFiles(occurrence.words);
  const edit = rules.edit.any(now) ?? rules.tool('Edit', now);
  if (edit && touches.writes) return edit;
  const read = rules.read.any(now);
  if (!read) return undefined;
  const files = isAsNow(occurrence, all, world)
    ? shownByGit(occurrence.words.slice(1), occurrence.command.place, world)
    : undefined;
  const elsewhere = occurrence.command.assignments.some(({ name }) => name === 'GIT_WORK_TREE') && touches.writes;
  if (!files) return touches.shows || elsewhere ? read : undefined;
  for (const file of files) {
    const rule = forbiddingRule(set, action, 'read', world.forms(file), world);
    if (rule) return rule;
  }
  return undefined;
}

/** Whether the repository will be what it is now when the command runs: nothing else in the call may change it. */
function isAsNow(occurrence: Occurrence, all: readonly Occurrence[], world: World): boolean {
  return all.every(({ words, command }) => {
    if (command.assignments.some(({ name }) => name.startsWith('GIT_'))) return false;
    if (words === occurrence.words || words.length === 0) return true;
    if (programName(words[0]?.value ?? '') === 'git')
      return gitFormObjection(words.slice(1), command.place, world) === undefined;
    return readOnlyObjection(words, command, world) === undefined;
  });
}
