import { say } from '../../texts/sentence';
import { becauseOf, type CompiledRule } from '../match/compiled';
import type { Because } from '../language/verdict';
import { hasName } from '../paths/disk';
import { isOwn, type World } from '../paths/world';
import { readOnlyObjection } from '../safe/readonly';
import { filesOfSed } from '../safe/sed';
import { type ShellWord, type SimpleCommand, upstreamOf } from '../shell/syntax';
import { hasKind, textWithHoles } from '../shell/word';
import { changesTrees, type OpenedTree, openedTrees, takesPattern, unpacks } from '../starts/trees';
import { searchedFiles } from '../paths/searched';
import { ruleForGitFiles } from './gitUse';
import { effortOf, type Occurrence } from '../starts/expand';
import { programName } from '../starts/program';
import { inertGit, inertPrograms, namesFirst, runsScripts, startingGitOption } from '../tables/inert';
import { isSafeVariable } from '../tables/files';
import { landsOnOwn, pathsOf, ruleForLanding } from './landing';
import { forbiddingRule } from './path';
import type { RuleSet } from './ruleSet';
import { scriptOfSed } from '../safe/sedScript';

/**
 * A command that is not fully understood may start what stands in its arguments, or in what it is fed. Where that names
 * what a rule forbids, nobody can tell, so the rule asks.
 */
export function mentionedCommand(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  const commands = set[action].deniedCommands;
  if (!commands || commands.isEmpty) return undefined;
  const { now } = world.context;
  const open = occurrences.filter(occurrence => !isUnderstood(occurrence, world));
  if (open.length === 0) return undefined;
  const assigned = assignedTexts(occurrences);
  for (const { words, command } of open) {
    const text = [...argumentTexts(words), ...fedTexts(command), ...assigned].join('\n');
    const rule = commands.findWords(text, now);
    if (rule) return mayStart(rule, command.text);
  }
  return undefined;
}

/** The same for files: a word, or a part of one, that is a path which a rule forbids, or a folder that it forbids as a whole. */
export function mentionedPath(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  const rules = set[action];
  if (rules.read.isEmpty && rules.edit.isEmpty) return undefined;
  const { now } = world.context;
  for (const { words, command } of occurrences.filter(occurrence => !isUnderstood(occurrence, world))) {
    const texts = [...words.slice(1).map(textOf), ...fedTexts(command)];
    const named = [...texts.flatMap(pathsIn), ...filesInScript(words)];
    for (const folder of command.place.folders.length > 0 ? command.place.folders : [world.cwd]) {
      const met = words.slice(1).map(word => (hasKind(word, 'glob') ? pathsOf(word, folder, world) : []));
      // A pattern that stands for more than can be looked at may be any file.
      const any = met.includes(undefined) ? (rules.read.any(now) ?? rules.edit.any(now)) : undefined;
      if (any) return mayStart(any, command.text);
      for (const path of new Set([...named, ...met.flatMap(paths => paths ?? [])])) {
        const forms = [world.forms(path, folder), world.forms(`${path}/${anyName}`, folder)];
        const rule = forms.map(form => forbiddingRule(set, action, 'edit', form, world)).find(it => it !== undefined);
        if (rule) return mayStart(rule, command.text);
      }
    }
  }
  return undefined;
}

/**
 * Whether a command that is not fully understood may change a file of Latch itself, by a name in its arguments, in what it
 * is fed or in what is assigned, or by a pattern that such a name may be.
 */
export function mayChangeOwn(
  occurrences: readonly Occurrence[],
  commands: Iterable<SimpleCommand>,
  world: World,
): SimpleCommand | undefined {
  const all = [...commands];
  const entered = all.filter(({ words }) => words[0]?.value === 'pushd').flatMap(({ words }) => words);
  const assigned = all.flatMap(({ assignments }) => assignments).map(({ value }) => value);
  const shared = [...assigned, ...entered].map(textOf);
  const found = occurrences.find(occurrence => {
    const words = occurrence.words.slice(1);
    const texts = [...words.map(textOf), ...words.flatMap(boundTexts), ...fedTexts(occurrence.command), ...shared];
    world.budget.spend(texts.reduce((sum, text) => sum + text.length, 0) / 8);
    return (
      sweepsOwn(occurrence, world) ||
      landsOnOwn(occurrence, world) ||
      ((texts.some(text => pathsIn(text).some(isOwn) || patternsIn(text).some(pattern => pattern.test('.latch'))) ||
        words.some(mayBeOwn)) &&
        !changesNothing(occurrence, world))
    );
  });
  return found?.command;
}

/** What the variables of a word were given, as far as the text says it. */
function boundTexts({ pieces }: ShellWord): readonly string[] {
  return pieces.flatMap(piece => (piece.kind === 'variable' ? (piece.binding?.words ?? []) : [])).map(textOf);
}

/** A name of which a part is not known, and the rest fits a file of ours. */
function mayBeOwn(word: ShellWord): boolean {
  const text = textWithHoles(word, '*');
  if (word.value !== undefined || !/[a-z]/i.test(text) || !text.includes('*')) return false;
  const path = new RegExp(
    `(?:^|/)${text.replaceAll(/[.+^$()|\\?[\]{}]/g, String.raw`\$&`).replaceAll('*', '.*')}$`,
    'i',
  );
  return ['.latch/rules.json', '~/.latch/rules.json'].some(own => path.test(own)) && /rules|latch/i.test(text);
}

/** `find . -delete` and `git clean -x`: what they take is told by the disk. */
function sweepsOwn({ words, command }: Occurrence, world: World): boolean {
  const program = programName(words[0]?.value ?? '');
  const values = words.slice(1).map(({ value }) => value ?? '');
  const isFind = /^g?find$/.test(program) && values.some(value => /^-(?:delete|exec|execdir|ok|okdir)$/.test(value));
  const isClean = program === 'git' && values.includes('clean') && !values.some(value => /^-\w*n|^--dry/.test(value));
  if (!isFind && !isClean) return false;
  const names = values.filter((_, at) => values[at - 1] === '-name');
  return command.place.folders.some(folder => {
    const start = isFind && !/^[-(!]/.test(values[0] ?? '-') ? world.forms(values[0] ?? '.', folder).lexical : folder;
    const own = world.disk.entries(`${start}/.latch`) ?? [];
    return own.some(
      ({ name }) => names.length === 0 || names.some(it => hasName(name, it, true) || hasName('.latch', it, true)),
    );
  });
}

const speaking: ReadonlySet<string> = new Set('echo printf true false : sleep cd pushd popd exit wait'.split(' '));

function changesNothing(occurrence: Occurrence, world: World): boolean {
  const { words } = occurrence;
  const program = programName(words[0]?.value ?? '');
  if (words.length === 0 || speaking.has(program) || (program === 'git' && isInert(words))) return true;
  return isUnderstood(occurrence, world) && !isInert(words);
}

/** The parts of paths in a text that begin with a dot and have holes, as what they may stand for. */
function patternsIn(text: string): readonly RegExp[] {
  const parts = text.slice(0, longestText).match(/(?<=^|[\s/'"=])\.[\w-]*[*?[{][^\s/'"]*/g) ?? [];
  return parts.map(part => {
    const known = part.replaceAll(/\[[^\]]*\]|\{[^}]*\}|[*?[{\]}]+/g, '*');
    return new RegExp(`^${known.replaceAll(/[.+^$()|\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 'i');
  });
}

/** Rules for files and commands that open whole folders, unpack archives, or let git bring other versions of files. */
export function openedPath(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  const { now } = world.context;
  const edit = set[action].edit.any(now) ?? set[action].tool('Edit', now);
  const any = edit ?? set[action].read.any(now);
  if (!any) return undefined;
  for (const occurrence of occurrences) {
    const { words, command } = occurrence;
    const some = edit ?? any;
    // A shell may read its settings from a file of the command's choice.
    if (takesPattern(words) || words.some(word => /^(?:BASH_)?ENV=/.test(word.raw)))
      return mayStart(some, command.text);
    if (edit && unpacks(words)) return mayStart(edit, command.text);
    const rule =
      ruleForGitFiles(set, action, occurrence, occurrences, world) ??
      ruleForLanding(set, action, occurrence, world) ??
      ruleWithin(set, action, openedTrees(words), command, world);
    if (rule) return mayStart(rule, command.text);
  }
  return undefined;
}

/** The rule for a file below one of these folders; any rule, where there are too many files to look at. */
function ruleWithin(
  set: RuleSet,
  action: 'deny' | 'ask',
  trees: readonly OpenedTree[],
  command: SimpleCommand,
  world: World,
): CompiledRule | undefined {
  const { now } = world.context;
  for (const { word, choice } of trees) {
    for (const folder of command.place.folders.length > 0 ? command.place.folders : [world.cwd]) {
      const paths = pathsOf(word, folder, world);
      const all = paths?.length === 0 ? ['.'] : paths;
      const files = all?.map(path => {
        const { lexical, real = lexical } = world.forms(path, folder);
        return choice ? searchedFiles(real, { ...choice, base: folder }, world.disk) : world.disk.filesBelow(real);
      });
      if (!files || files.includes(undefined)) return set[action].read.any(now) ?? set[action].edit.any(now);
      const access = changesTrees(command.words) ? 'edit' : 'read';
      const rule = files
        .flatMap(some => some ?? [])
        .map(file => forbiddingRule(set, action, access, world.forms(file), world))
        .find(it => it !== undefined);
      if (rule) return rule;
    }
  }
  return undefined;
}

/** The files that a script names behind a letter, without a blank: `sed 'wsrc/x'`. */
export function filesInScript(words: readonly ShellWord[]): readonly string[] {
  if (!/^g?sed$/.test(programName(words[0]?.value ?? ''))) return [];
  const files = filesOfSed(scriptOfSed(words.slice(1)) ?? '');
  return files ? [...files.read, ...files.written].map(file => file.trim()) : [];
}

/** No rule names a file like this one, so only a rule for all files of a folder meets it. */
const anyName = 'any file of this folder';
const longestText = 10_000;

/** What may be the path of a file in a text: the text, and what stands between the characters that end a path. */
export function pathsIn(text: string): readonly string[] {
  const whole = text.length < 1000 && !text.includes('\n') && text.trim() !== '' ? [text] : [];
  const decoded = /%[0-9a-f]{2}/i.test(text) ? pathsIn(withoutEscapes(text)) : [];
  const parts = text.slice(0, longestText).match(/[^\s'"`=:,;|&()<>{}[\]$@!*?]+/g) ?? [];
  // The value of a short option may be glued to it: `-osrc/x`.
  return [...whole, ...decoded, ...parts, ...parts.flatMap(part => (/^-[A-Za-z]./.test(part) ? [part.slice(2)] : []))];
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export function mayStart(rule: CompiledRule, command: string): Because {
  return becauseOf(
    rule,
    command,
    'ask',
    say('It may start or touch what the {action} rule {rule} names.', { action: say(rule.action), rule: rule.text }),
  );
}

/** Proven to only read, or known to take its arguments as text. */
export function isUnderstood(occurrence: Occurrence, world: World): boolean {
  const { words, command } = occurrence;
  world.budget.spend(effortOf(occurrence));
  if (words.length === 0) return true;
  if (isInert(words)) return true;
  return command.assignments.every(({ name }) => isSafeVariable(name)) && !readOnlyObjection(words, command, world);
}

export function isInert(words: readonly ShellWord[]): boolean {
  const [first, ...rest] = words;
  if (first?.value === undefined || rest.some(word => word.pieces.some(piece => piece.kind === 'process')))
    return false;
  const program = programName(first.value);
  if (program !== 'git') return inertPrograms.has(program);
  return inertGit.has(rest[0]?.value ?? '') && !rest.some(word => startingGitOption.test(word.value ?? word.raw));
}

/** Without the name of the program, and without what the program itself takes for the name of something of its own. */
function argumentTexts(words: readonly ShellWord[]): readonly string[] {
  const program = programName(words[0]?.value ?? '');
  const rest = words.slice(1);
  if (program === 'man' && rest.some(word => /^-[a-zA-Z]*[PH]|^--(?:p|html)/.test(word.value ?? '')))
    return rest.flatMap(withGlued);
  if (program === 'make' || program === 'man') return rest.map(textOf).filter(text => /[^\w.-]|^-/.test(text));
  if (!namesFirst.has(program)) return rest.flatMap(withGlued);
  // What follows an option may be its value.
  const operands = rest.filter(
    (word, at) => word.value?.startsWith('-') !== true && !/^--?[a-z][^=]*$/i.test(rest[at - 1]?.value ?? ''),
  );
  const names = runsScripts.has(program) && /^run(?:-script)?$/.test(operands[0]?.value ?? '') ? 2 : 1;
  return rest.filter(word => !operands.slice(0, names).includes(word)).flatMap(withGlued);
}

/** The value of a short option may be glued to it: `-Ox`. */
function withGlued(word: ShellWord): readonly string[] {
  const text = textOf(word);
  return /^-[A-Za-z]./.test(text) ? [text, text.slice(2)] : [text];
}

/** What is assigned may be used by any of the commands. */
export function assignedTexts(occurrences: readonly Occurrence[]): readonly string[] {
  return occurrences.flatMap(({ command }) => command.assignments.map(({ value }) => textOf(value)));
}

export function fedTexts(command: SimpleCommand): readonly string[] {
  const before = upstreamOf(command.stdin);
  const redirects = [command, ...before].flatMap(one => one.redirects).concat(command.stdin?.redirects ?? []);
  return [
    ...before.flatMap(({ words }) => words.map(textOf)),
    ...redirects.flatMap(({ target, text }) => [textOf(target), text ?? '']),
  ];
}

export function textOf(word: ShellWord | undefined): string {
  if (!word) return '';
  return word.value ?? `${textWithHoles(word, ' ')} ${word.raw}`;
}
