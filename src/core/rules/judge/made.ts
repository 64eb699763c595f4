import type { Because } from '../language/verdict';
import type { CompiledRule } from '../match/compiled';
import { baseName } from '../paths/pathText';
import type { World } from '../paths/world';
import { readShell } from '../shell/command';
import type { ShellWord, SimpleCommand } from '../shell/syntax';
import { type Occurrence, expand } from '../starts/expand';
import { printedText } from '../starts/printed';
import { programName } from '../starts/program';
import { shells } from '../tables/wrappers';
import { isUnderstood, mayStart } from './mentions';
import type { RuleSet } from './ruleSet';

/**
 * A command line may make the program that it runs: under another name, `cp x y; ./y`, or line by line, `… > y; sh y`.
 * What is in such a file cannot be looked at yet.
 */
export function madeProgram(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  const { now } = world.context;
  const commands = set[action].deniedCommands;
  const rule = commands?.any(now);
  if (!commands || !rule) return undefined;
  const run = occurrences.flatMap(one => fileOf(one).map(file => ({ file: baseName(file), one })));
  if (run.length === 0) return undefined;
  for (const { words, command } of occurrences) {
    const isCopy = copies.test(programName(words[0]?.value ?? '')) || movesByGit(words);
    const copied = isCopy ? programsIn(words.slice(1, -1)) : '';
    const named = copied === '' ? undefined : commands.findMention(copied, now);
    if (named) return mayStart(named, command.text);
  }
  for (const { file, one } of run) {
    const found = ruleForMade(rule, file, one, occurrences, commands, world);
    if (found) return mayStart(found, one.command.text);
  }
  return undefined;
}

const copies = /^(?:g?cp|g?mv|g?ln|install|link|rsync)$/;

function movesByGit(words: readonly ShellWord[]): boolean {
  return programName(words[0]?.value ?? '') === 'git' && words.some(({ value }) => value === 'mv');
}

function programsIn(words: readonly ShellWord[]): string {
  return words.map(({ value = '' }) => baseName(value)).join('\n');
}

/** The file that a command runs. */
function fileOf({ words }: Occurrence): readonly string[] {
  const first = words[0]?.value;
  if (first === undefined) return [];
  if (first.includes('/') && !/^\/(?:usr\/)?(?:local\/)?s?bin\//.test(first)) return [first];
  const program = programName(first);
  if (program === '.' || program === 'source') return words[1]?.value === undefined ? [] : [words[1].value];
  if (!shells.has(program)) return [];
  const values = words.slice(1).map(({ value }) => value ?? '-');
  if (values.some(value => /^-[a-zA-Z]*[cs]/.test(value))) return [];
  const file = values.find((value, at) => !/^[-+]/.test(value) && !/^[-+][oO]$/.test(values[at - 1] ?? ''));
  return file === undefined ? [] : [file];
}

/** The rule that may be meant by what another command of the line puts into the file. */
function ruleForMade(
  rule: CompiledRule,
  file: string,
  one: Occurrence,
  occurrences: readonly Occurrence[],
  commands: NonNullable<RuleSet['deny']['deniedCommands']>,
  world: World,
): CompiledRule | undefined {
  const ignoreCase = world.context.platform !== 'linux';
  for (const occurrence of occurrences) {
    const { words, command } = occurrence;
    if (occurrence === one || command === one.command) continue;
    const target = command.redirects.find(
      ({ operator, target: to }) => operator.includes('>') && baseName(to?.value ?? '') === file,
    );
    if (target) {
      const text = textWritten(command);
      if (text === undefined) return rule;
      const inner = expand(readShell(text, command.place), text);
      const hit = inner.occurrences
        .map(it => commands.find(it.words, ignoreCase, world.context.now, world.budget)?.rule)
        .find(it => it !== undefined);
      if (hit ?? (inner.unseen || inner.codes.length > 0)) return hit ?? rule;
    } else if (writes(occurrence, file) && !isUnderstoodHere(occurrence, world)) return rule;
    world.budget.spend(words.length / 4);
  }
  return undefined;
}

function textWritten(command: SimpleCommand): string | undefined {
  const isAppended = command.redirects.some(({ operator }) => operator === '>>' || operator === '&>>');
  return isAppended ? undefined : printedText(command);
}

const changesModes = /^(?:chmod|ls|test|\[|cat|rm|chown|stat|file|wc|head|tail|mkdir|cd|git|curl|wget)$/;

function writes({ words }: Occurrence, file: string): boolean {
  return words
    .slice(1)
    .some(
      ({ value, raw }) =>
        baseName((value ?? raw).replace(/^[io]f=/, '').replace(/["']+$/, '')) === file ||
        (value ?? raw).includes(`"${file}"`),
    );
}

function isUnderstoodHere(occurrence: Occurrence, world: World): boolean {
  const program = programName(occurrence.words[0]?.value ?? '');
  if (copies.test(program) || program === 'tee') return false;
  return changesModes.test(program) || isUnderstood(occurrence, world);
}
