import type { Because } from '../language/verdict';
import type { World } from '../paths/world';
import type { ShellWord } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { programName } from '../starts/program';
import { isSafeVariable } from '../tables/files';
import { mayStart } from './mentions';
import type { RuleSet } from './ruleSet';

/** Variables and options that hand a program instructions from a file or a text of the command's choice. */
export function steered(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  { context: { now } }: World,
): Because | undefined {
  const rules = set[action];
  const rule = rules.deniedCommands?.any(now) ?? rules.edit.any(now) ?? rules.read.any(now);
  const found = rule && occurrences.find(({ words }) => isSteered(words));
  return rule && found && mayStart(rule, found.command.text);
}

function isSteered(words: readonly ShellWord[]): boolean {
  const program = programName(words[0]?.value ?? '');
  const values = words.slice(1).map(word => word.value ?? word.raw);
  if (/^g?make$/.test(program))
    return values.some(value => /^(?:-[a-zA-Z]*[fE]|--(?:fi|mak|ev)|(?:MAKEFILES|MAKEFLAGS|SHELL)[:+?]*=)/.test(value));
  if (program === 'git') return values.some((value, at) => handsPrograms.test(value) || bringsHooks(values, at));
  // It starts whatever lies in a folder.
  if (program === 'run-parts') return !values.some(value => /^--(?:list|test)$/.test(value));
  return program === 'env' && assignedByEnv(values).some(name => !isSafeVariable(name));
}

/** Folders with programs that git starts by their names, and addresses that are commands. */
const handsPrograms =
  /^--exec-path=|^--template(?:=|$)|\bext::|^(?:core\.)?hookspath=|^core\.(?:hookspath|alternaterefscommand)=/i;

function bringsHooks(values: readonly string[], at: number): boolean {
  return /^core\.hookspath$/i.test(values[at] ?? '') && values.length > at + 1;
}

function assignedByEnv(values: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? '';
    const name = /^(\w+)=/.exec(value)?.[1];
    if (/^(?:-[uCS]|--unset|--chdir)$/.test(value)) at++;
    else if (name !== undefined) names.push(name);
    else if (!value.startsWith('-')) break;
  }
  return names;
}
