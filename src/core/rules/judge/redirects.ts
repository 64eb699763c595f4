import type { ShellRedirect, SimpleCommand, ShellWord } from '../shell/syntax';
import { becauseOf } from '../match/compiled';
import { allowingRule, judgePath } from './path';
import type { RuleSet } from './ruleSet';
import { withNames } from '../safe/names';
import { pathObjection } from '../safe/operands';
import type { Because } from '../language/verdict';
import { hasKind, staticWord } from '../shell/word';
import type { World } from '../paths/world';
import { say } from '../../texts/sentence';

interface RedirectVerdict {
  readonly because: Because | undefined;
  readonly readOnly: boolean;
}

export function redirectsVerdict(set: RuleSet, command: SimpleCommand, world: World): RedirectVerdict {
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
    return redirect.dynamicText
      ? { verdict: 'ask', reason: say('What the here-string holds is not known.') }
      : undefined;
  }
  const text = target?.value;
  if (operator === '<&' || operator === '>&') {
    if (text !== undefined && /^(?:[0-9]+-?|-)$/.test(text)) return undefined;
  }
  if (target === undefined) return { verdict: 'ask', reason: say('A redirection has no target.') };
  if (operator === '<' || operator === '<&') return inputVerdict(set, target, command, world);
  if (text === undefined || hasKind(target, 'tilde'))
    return { verdict: 'ask', reason: say('Where {file} leads is not known.', { file: target.raw }) };
  if (freeTarget.test(text)) return undefined;
  if (text.startsWith('/dev/')) return { verdict: 'ask', reason: say('{file} is a device.', { file: text }) };
  if (operator === '<>')
    return { verdict: 'ask', reason: say('{file} is opened for reading and writing.', { file: text }) };
  if (command.place.moved || command.place.folders.length !== 1) {
    return { verdict: 'ask', reason: say('Where {file} is written depends on a change of folder.', { file: text }) };
  }
  const verdict = judgePath(
    set,
    { text, forms: world.forms(staticText(text), command.place.folders[0]), access: 'edit' },
    world,
    'Bash',
  );
  if (verdict.verdict === 'allow') return verdict;
  if (verdict.rule !== undefined) return verdict;
  return { ...verdict, reason: say('It writes {file}. {reason}', { file: text, reason: verdict.reason }) };
}

/** A quoted `~` is an ordinary character for the shell. */
function staticText(text: string): string {
  return text.startsWith('~') ? `./${text}` : text;
}

function inputVerdict(set: RuleSet, target: ShellWord, command: SimpleCommand, world: World): Because | undefined {
  if (target.value === '/dev/null' || hasKind(target, 'process')) return undefined;
  const word = withNames(staticWordOf(target), command.place, world);
  const objection = pathObjection(word, 'read', command.place, world);
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
