import { readable, readShell } from '../shell/command';
import type { Analysis, Doubt, ShellWord, SimpleCommand } from '../shell/syntax';
import { longestCommand, TooBig } from '../language/budget';
import { cover, type Coverage, reachesProtected } from './coverage';
import { confined } from './confined';
import { allCommands, forbidden, type Reading, redirectAccesses } from './forbidden';
import { mayChangeOwn } from './mentions';
import { withAliases } from './gitAliases';
import { landsOnKept } from './landing';
import { lastingChange } from './lasting';
import { trusted } from './path';
import { expand } from '../starts/expand';
import { fileAccesses } from '../starts/fileAccess';
import type { Effect } from '../risk/effects';
import { unjudged } from './unjudged';
import { effectsOf } from '../risk/effectsOf';
import { riskOf } from '../risk/risk';
import type { RuleSet } from './ruleSet';
import { isOwnVariable } from '../tables/variables';
import type { Because, ToolUse, Verdict } from '../language/verdict';
import type { World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';

export const ownFilesReason = say(
  'It may change a file in which Latch keeps its rules, its record or its settings: that is always asked.',
);

const lastingReason = say(
  'It shows credentials, or changes settings, access or what starts by itself: that is asked unless a rule names this very command.',
);

/** What the rules say of a shell command. */
export function evaluateBash(set: RuleSet, call: ToolUse, text: string, world: World): Verdict {
  if (text.length > longestCommand) throw new TooBig();
  world.budget.spend(Math.min(text.length, readable.characters) / 8);
  const analysis = readShell(text, { folders: [world.cwd], moved: false, home: world.context.home });
  const expansion = withAliases(expand(analysis, text), world);
  const seen = [...analysis.doubts, ...expansion.doubts];
  const { commands } = analysis;
  const forbids = forbidden(set, 'deny', { text, analysis, expansion, doubts: seen }, world);
  const found = effectsOf(call, world, { text, commands, expansion, doubts: seen });
  const [coverages, ...gaps] = coveragesOf(set, commands, world);
  const effects = [...found, ...gaps];
  const risk = riskOf(effects);
  const onlyReads = coverages.length > 0 && coverages.every(one => one.readOnly);
  const doubts = onlyReads ? seen.filter(({ kind }) => kind !== 'group') : [...seen, ...ownVariables(analysis)];
  const reading: Reading = { text, analysis, expansion, doubts };
  const isReadOnly = doubts.length === 0 && onlyReads;
  const decided = decide(
    set,
    reading,
    forbids,
    risk.risk === 'critical' ? risk.riskSentence : undefined,
    coverages.map(one => one.because),
    () => confined(call, effects, world),
    world,
  );
  const others = coverages.map(one => one.because).filter(one => one !== decided);
  return { decision: decided.verdict, readOnly: isReadOnly, ...risk, effects, because: [decided, ...others] };
}

/** Where a call is too big, or something goes wrong, what a rule forbids still counts. */
function coveragesOf(
  set: RuleSet,
  commands: readonly SimpleCommand[],
  world: World,
): readonly [readonly Coverage[], ...Effect[]] {
  try {
    const coverages = commands.map(command => {
      world.budget.spend(6 + command.words.length + 4 * command.redirects.length);
      return cover(set, command, world);
    });
    return [coverages];
  } catch (error) {
    const { because, gap } = unjudged(error);
    return [[{ because, readOnly: false }], gap];
  }
}

/** Programs that a rule allows may look at variables that those proven to only read do not. */
function ownVariables({ commands }: Analysis): readonly Doubt[] {
  return commands
    .flatMap(({ assignments, words }) => (words.length === 0 ? assignments : []))
    .filter(({ name }) => isOwnVariable(name))
    .map(({ name }) => ({
      kind: 'group',
      reason: say('Setting {variable} may change what programs do.', { variable: name }),
    }));
}

function decide(
  set: RuleSet,
  reading: Reading,
  denied: Because | undefined,
  critical: Sentence | undefined,
  coverages: readonly Because[],
  inside: () => Because | undefined,
  world: World,
): Because {
  const { context } = world;
  if (denied?.verdict === 'deny') return denied;
  const asked = denied ?? forbidden(set, 'ask', reading, world);
  if (asked) return asked;
  const hidden = reading.doubts.find(doubt => doubt.kind === 'hidden-text');
  if (hidden) return { verdict: 'ask', reason: hidden.reason };
  if (critical !== undefined)
    return { verdict: 'ask', reason: say('{risk} No rule allows this without a question.', { risk: critical }) };
  const own = mayChangeOwn(reading.expansion.occurrences, allCommands(reading), world);
  if (own) return { command: own.text, verdict: 'ask', reason: ownFilesReason };
  const lasting = lastingChange(set, reading.expansion.occurrences, world);
  if (lasting) return { command: lasting.text, verdict: 'ask', reason: lastingReason };
  const landed = landsOnKept(reading.expansion.occurrences, world);
  if (landed) return landed;
  const free = withoutQuestions(reading, inside, world);
  if (free) return free;
  const [doubt] = reading.doubts;
  if (doubt) return { verdict: 'ask', reason: doubt.reason };
  const open = coverages.find(one => one.verdict !== 'allow');
  if (open) return open;
  const ruled = coverages.find(one => one.rule !== undefined) ?? coverages[0];
  if (ruled === undefined) return { verdict: 'ask', reason: say('The command is empty.') };
  if (context.mode === 'plan' && ruled.rule !== undefined)
    return { verdict: 'ask', reason: say('In plan mode only reading is free.') };
  return ruled;
}

/** Trust-all, the skip setting and the kernel, which deny and ask rules have already passed. */
function withoutQuestions(reading: Reading, inside: () => Because | undefined, world: World): Because | undefined {
  const { trustAll, mode, skip } = world.context;
  if (mode === 'plan' || reading.text.trim() === '') return undefined;
  const isSkipped = trustAll || mode === 'bypassPermissions' || skip.bash;
  const kept = isSkipped ? undefined : inside();
  if (!isSkipped && !kept) return undefined;
  for (const [word, command] of writtenWords(reading)) {
    if (reachesProtected(word, command, world))
      return {
        verdict: 'ask',
        reason: say('{path} is a protected path: writing it is always asked.', { path: word.raw }),
      };
  }
  if (trustAll || mode === 'bypassPermissions') return trusted(world);
  if (kept) return kept;
  return { verdict: 'allow', source: { scope: 'mode' }, reason: say('The setting latch.skip.bash allows commands.') };
}

function* writtenWords(reading: Reading): Iterable<readonly [ShellWord, SimpleCommand]> {
  for (const occurrence of reading.expansion.occurrences) {
    for (const access of fileAccesses(occurrence.words))
      if (access.access === 'write') yield [access.word, occurrence.command];
  }
  for (const command of allCommands(reading)) {
    for (const access of redirectAccesses(command)) if (access.access === 'write') yield [access.word, command];
  }
}
