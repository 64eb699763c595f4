import type { ShellAssignment, ShellRedirect, SimpleCommand } from '../shell/syntax';
import { becauseOf, type CompiledRule } from '../match/compiled';
import { allowingRule, judgePath } from './path';
import { fileAccesses } from '../shell/fileAccess';
import type { RuleSet } from './ruleSet';
import { pathObjection, readOnlyObjection } from '../safe/readonly';
import { isSafeVariable, isSafeVariableValue } from '../tables/files';
import { programName } from '../shell/unwrap';
import type { Because } from '../language/verdict';
import { hasKind, resolvedValue, staticWord } from '../shell/word';
import { type ShellWord } from '../shell/syntax';
import { isProtected, type World } from '../paths/world';

/** Whether rules or the read-only list cover one simple command, and why. */
export interface Coverage {
  readonly because: Because;
  /** Covered without any rule. */
  readonly readOnly: boolean;
}

export function cover(set: RuleSet, command: SimpleCommand, world: World): Coverage {
  const objection = assignmentsObjection(command) ?? undefined;
  const redirect = redirectsVerdict(set, command, world);
  const body = objection === undefined ? coverWords(set, command, world) : asks(command, objection);
  if (body.because.verdict !== 'allow') return { because: body.because, readOnly: false };
  if (redirect.because && redirect.because.verdict !== 'allow') {
    return { because: { ...redirect.because, command: command.text }, readOnly: false };
  }
  return { because: body.because, readOnly: body.readOnly && redirect.readOnly };
}

function asks(command: SimpleCommand, reason: string): Coverage {
  return { because: { command: command.text, verdict: 'ask', reason }, readOnly: false };
}

function allows(command: SimpleCommand, reason: string): Coverage {
  return { because: { command: command.text, verdict: 'allow', source: { scope: 'builtin' }, reason }, readOnly: true };
}

/** Lower-case names that shells or programs give a meaning. */
const meaningfulVariable =
  /^(?:path|fpath|cdpath|manpath|mailpath|module_path|prompt|psvar|histchars|auto_resume|npm_config_\w+|\w+_proxy)$/;

function assignmentsObjection(command: SimpleCommand): string | undefined {
  const standalone = command.words.length === 0;
  for (const assignment of command.assignments) {
    if (!isFineAssignment(assignment, standalone)) return `Setting ${assignment.name} may change what programs do.`;
  }
  return undefined;
}

function isFineAssignment(assignment: ShellAssignment, standalone: boolean): boolean {
  if (assignment.complex) return false;
  const value = assignment.value?.value ?? (assignment.value === undefined ? '' : undefined);
  if (isSafeVariable(assignment.name)) return value !== undefined && isSafeVariableValue(value);
  return standalone && /^[a-z_][a-z0-9_]*$/.test(assignment.name) && !meaningfulVariable.test(assignment.name);
}

function coverWords(set: RuleSet, command: SimpleCommand, world: World): Coverage {
  if (command.role !== undefined) return allows(command, 'A condition or redirection starts nothing.');
  if (command.words.length === 0) {
    if (command.redirects.length > 0)
      return asks(command, 'A redirection without a command empties or creates a file.');
    return allows(command, 'Setting a local variable is harmless.');
  }
  const exported = exportVerdict(command);
  if (exported) return exported;
  const rule = coveringRule(set, command, world);
  if (rule) return ruleCoverage(rule, command, world);
  const objection = readOnlyStages(command, world);
  if (objection === undefined) return allows(command, 'It is proven to only read.');
  return asks(command, `No rule allows it. ${objection}`);
}

/** `export NAME=value`: only harmless names. */
function exportVerdict(command: SimpleCommand): Coverage | undefined {
  const program = command.words[0]?.value;
  if (!/^(?:export|declare|typeset|readonly|local|unset)$/.test(program ?? '')) return undefined;
  const fine = command.words.slice(1).every(word => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word.value ?? '') ?? [];
    return name !== undefined && value !== undefined && isSafeVariable(name) && isSafeVariableValue(value);
  });
  if (program === 'export' && command.words.length > 1 && fine)
    return allows(command, 'Exporting this variable is harmless.');
  return asks(command, `${program} changes variables that programs may use.`);
}

function ruleCoverage(rule: CompiledRule, command: SimpleCommand, world: World): Coverage {
  for (const { word, access } of fileAccesses(command.words)) {
    if (access === 'write' && reachesProtected(word, command, world)) {
      return asks(command, `${word.raw} is a protected path: writing it is always asked.`);
    }
  }
  const readOnly = readOnlyStages(command, world) === undefined;
  return { because: becauseOf(rule, command.text), readOnly };
}

export function reachesProtected(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.some(folder => {
    const text = resolvedValue(word, folder, world.context.home);
    if (text === undefined) return isProtected(`/${word.raw}`);
    const forms = world.forms(text, folder);
    return isProtected(forms.lexical) || (forms.real !== undefined && isProtected(forms.real));
  });
}

const neverWide = new Set(['watch', 'setsid', 'ionice', 'flock']);
const findActions = /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|files0-from)/;

function coveringRule(set: RuleSet, command: SimpleCommand, world: World): CompiledRule | undefined {
  const { now } = world.context;
  const rules = set.allow.commands;
  const whole = set.allow.tool('Bash', now);
  if (!rules || hasUnknownProgram(command.words)) return undefined;
  if (whole) return whole;
  for (const stage of stages(command)) {
    const found =
      (stage.exact ? rules.exactRule(stage.words, now) : undefined) ??
      (isWide(stage.words) ? rules.wideRule(stage.words, now) : undefined);
    if (found) return found;
  }
  return undefined;
}

function hasUnknownProgram(words: readonly ShellWord[]): boolean {
  return words[0]?.value === undefined;
}

/** Whether a prefix or glob rule may cover these words at all. */
function isWide(words: readonly ShellWord[]): boolean {
  const program = words[0]?.value;
  if (program === undefined || neverWide.has(programName(program))) return false;
  if (words.some(word => hasKind(word, 'brace'))) return false;
  if (!/^g?find$/.test(programName(program))) return true;
  return words.every(word => word.value !== undefined && !findActions.test(word.value));
}

interface Stage {
  readonly words: readonly ShellWord[];
  readonly exact: boolean;
}

/** The command as written, then without each of the wrappers that change nothing but time and priority. */
function stages(command: SimpleCommand): readonly Stage[] {
  const found: Stage[] = [{ words: command.words, exact: true }];
  let words: readonly ShellWord[] | undefined = command.words;
  let exact = true;
  while (words && found.length < 12) {
    exact &&= words[0]?.value !== 'xargs';
    words = withoutWrapper(words);
    if (words) found.push({ words, exact });
  }
  return found;
}

function readOnlyStages(command: SimpleCommand, world: World): string | undefined {
  if (command.assignments.some(assignment => !isSafeVariable(assignment.name)) && command.words.length > 0) {
    return 'A variable may change what it does.';
  }
  let reason: string | undefined;
  for (const stage of stages(command)) {
    if (stage.words.length === 0 || !stage.exact) break;
    reason = readOnlyObjection(stage.words, command, world);
    if (reason === undefined) return undefined;
  }
  return reason;
}

/** The command inside a transparent wrapper, when every option of the wrapper is understood. */
function withoutWrapper(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const program = words[0]?.value;
  if (program === undefined) return undefined;
  const at = wrapperLength(
    program,
    words.slice(1).map(word => word.value),
  );
  const rest = at === undefined ? [] : words.slice(1 + at);
  return rest.length > 0 ? rest : undefined;
}

function wrapperLength(program: string, values: readonly (string | undefined)[]): number | undefined {
  const first = values[0];
  switch (program) {
    case 'timeout':
      return timeoutLength(values);
    case 'time':
      return first === '-p' ? 1 : 0;
    case 'nice':
      if (first === '-n' || first === '--adjustment') return /^[-+]?[0-9]+$/.test(values[1] ?? '') ? 2 : undefined;
      return /^(?:-n?-?[0-9]+|--adjustment=-?[0-9]+)$/.test(first ?? '') ? 1 : 0;
    case 'nohup':
    case 'builtin':
      return 0;
    case 'command':
      return first?.startsWith('-') === true ? undefined : 0;
    case 'stdbuf':
      return stdbufLength(values);
    case 'xargs':
      return first?.startsWith('-') === true ? undefined : 0;
    default:
      return undefined;
  }
}

function timeoutLength(values: readonly (string | undefined)[]): number | undefined {
  let at = 0;
  for (; values[at]?.startsWith('-') === true; at++) {
    const value = values[at] ?? '';
    if (/^(?:-k|-s|--kill-after|--signal)$/.test(value)) at++;
    else if (!/^(?:-[kvs]\w+|-v|--foreground|--preserve-status|--verbose|--(?:kill-after|signal)=\w+)$/.test(value))
      return undefined;
  }
  return /^[0-9]+(?:\.[0-9]+)?[smhd]?$/.test(values[at] ?? '') ? at + 1 : undefined;
}

function stdbufLength(values: readonly (string | undefined)[]): number | undefined {
  let at = 0;
  for (; values[at]?.startsWith('-') === true; at++) {
    const value = values[at] ?? '';
    if (/^(?:-[ioe]|--(?:input|output|error))$/.test(value)) at++;
    else if (!/^(?:-[ioe][0L0-9KMG]+|--(?:input|output|error)=\w+)$/.test(value)) return undefined;
  }
  return at > 0 ? at : undefined;
}

interface RedirectVerdict {
  readonly because: Because | undefined;
  readonly readOnly: boolean;
}

function redirectsVerdict(set: RuleSet, command: SimpleCommand, world: World): RedirectVerdict {
  let readOnly = true;
  for (const redirect of command.redirects) {
    const verdict = redirectVerdict(set, redirect, command, world);
    if (verdict === undefined) continue;
    if (verdict.verdict !== 'allow') return { because: verdict, readOnly: false };
    readOnly &&= redirect.operator === '<';
  }
  return { because: undefined, readOnly };
}

const freeTarget = /^\/dev\/(?:null|stdout|stderr)$/;

/** `undefined` when the redirection needs no permission. */
function redirectVerdict(
  set: RuleSet,
  redirect: ShellRedirect,
  command: SimpleCommand,
  world: World,
): Because | undefined {
  const { operator, target } = redirect;
  if (operator === '<<' || operator === '<<-') return undefined;
  if (operator === '<<<') {
    return redirect.dynamicText ? { verdict: 'ask', reason: 'What the here-string holds is not known.' } : undefined;
  }
  const text = target?.value;
  if (operator === '<&' || operator === '>&') {
    if (text !== undefined && /^(?:[0-9]+-?|-)$/.test(text)) return undefined;
  }
  if (target === undefined) return { verdict: 'ask', reason: 'A redirection has no target.' };
  if (operator === '<' || operator === '<&') return inputVerdict(set, target, command, world);
  if (text === undefined || hasKind(target, 'tilde'))
    return { verdict: 'ask', reason: `Where ${target.raw} leads is not known.` };
  if (freeTarget.test(text)) return undefined;
  if (text.startsWith('/dev/')) return { verdict: 'ask', reason: `${text} is a device.` };
  if (operator === '<>') return { verdict: 'ask', reason: `${text} is opened for reading and writing.` };
  if (command.place.moved || command.place.folders.length !== 1) {
    return { verdict: 'ask', reason: `Where ${text} is written depends on a change of folder.` };
  }
  const verdict = judgePath(
    set,
    { text, forms: world.forms(staticText(text), command.place.folders[0]), access: 'edit' },
    world,
    'Bash',
  );
  if (verdict.verdict === 'allow') return verdict;
  return { ...verdict, reason: verdict.rule === undefined ? `It writes ${text}. ${verdict.reason}` : verdict.reason };
}

/** A quoted `~` is an ordinary character for the shell. */
function staticText(text: string): string {
  return text.startsWith('~') ? `./${text}` : text;
}

function inputVerdict(set: RuleSet, target: ShellWord, command: SimpleCommand, world: World): Because | undefined {
  if (target.value === '/dev/null' || hasKind(target, 'process')) return undefined;
  const objection = pathObjection(staticWordOf(target), 'read', command.place, world);
  if (objection === undefined) return undefined;
  const text = target.value;
  const folder = command.place.folders[0];
  if (text !== undefined && folder !== undefined && command.place.folders.length === 1) {
    const rule = allowingRule(set, 'read', world.forms(staticText(text), folder), world);
    if (rule) return becauseOf(rule);
  }
  return { verdict: 'ask', reason: objection };
}

function staticWordOf(word: ShellWord): ShellWord {
  return word.value === undefined ? word : staticWord(staticText(word.value));
}
