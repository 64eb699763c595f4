import { type Doubt, type SimpleCommand, upstreamOf } from '../shell/syntax';
import { withoutGlobalOptions } from '../commands/pattern';
import { TooBig } from '../language/budget';
import { effortOf, type Expansion, type Occurrence } from '../starts/expand';
import { isKnownReader, readOnlyObjection } from '../safe/readonly';
import { addCode, addFetchedCode, addInterpreter, addShell } from './code';
import { addDatabase, databaseClients } from './database';
import { addAccesses, addRedirects } from './files';
import { searchedCharacters, textOf } from './line';
import { addFindRemoval, addRemoval, isSystemRoot } from './removal';
import { addExfiltration, mentionsSecretVariable, secretName, sends } from './secrets';
import { addAssignments, addEnvironmentWords } from './variables';
import { gitFormObjection } from '../safe/gitCommand';
import { commandRisks } from '../tables/commandRisks';
import { riskLevels, type RiskName, riskReason } from '../tables/riskReasons';
import { interpreters, shells, wrappers } from '../tables/wrappers';
import { isDynamicProgram, programName } from '../starts/program';
import type { Risk } from '../../call/judgement';
import { hasKind, staticWord } from '../shell/word';
import type { World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';

interface RiskAssessment {
  readonly risk: Risk;
  readonly riskReasons: readonly RiskName[];
  readonly riskSentence: Sentence;
}

/** The level is that of the worst reason. */
export function assess(reasons: Iterable<RiskName>): RiskAssessment {
  const names = [...new Set(reasons)].toSorted((one, other) => levelOf(other) - levelOf(one));
  const first = names[0];
  if (first === undefined)
    return { risk: 'low', riskReasons: [], riskSentence: say('It only looks and changes nothing.') };
  const risks = names.slice(0, 3).map(name => riskReason(name).sentence);
  return { risk: riskReason(first).level, riskReasons: names, riskSentence: say('It {risks}.', { risks }) };
}

function levelOf(name: RiskName): number {
  return riskLevels.indexOf(riskReason(name).level);
}

/** The reasons of a shell text, from everything it would start; where that is too much, from what was looked at. */
export function shellRisks(
  text: string,
  doubts: readonly Doubt[],
  expansion: Expansion,
  commands: readonly SimpleCommand[],
  world: World,
): ReadonlySet<RiskName> {
  const reasons = new Set<RiskName>();
  try {
    addRisks(reasons, text, doubts, expansion, commands, world);
  } catch (error) {
    if (!(error instanceof TooBig)) throw error;
    reasons.add('very-long');
  }
  return reasons;
}

function addRisks(
  reasons: Set<RiskName>,
  text: string,
  doubts: readonly Doubt[],
  expansion: Expansion,
  commands: readonly SimpleCommand[],
  world: World,
): void {
  for (const doubt of doubts) if (doubt.kind !== 'construct' && doubt.kind !== 'group') reasons.add(doubt.kind);
  if (isForkBomb(text)) reasons.add('fork-bomb');
  for (const occurrence of expansion.occurrences) {
    world.budget.spend(2 * effortOf(occurrence));
    addOccurrence(occurrence, reasons, world);
  }
  for (const command of commands) addAssignments(command, reasons);
  for (const command of new Set([...commands, ...expansion.occurrences.map(one => one.command)]))
    addRedirects(command, reasons, world);
  for (const code of expansion.codes) addCode(code, reasons);
  if (expansion.unseen) reasons.add('dynamic-code');
  if (/\/dev\/(?:tcp|udp)\//.test(text) && (reasons.has('raw-socket') || /\/dev\/(?:tcp|udp)\//.test(text))) {
    addDevTcp(expansion, text, reasons);
  }
}

function isForkBomb(text: string): boolean {
  if (text.length > searchedCharacters || !text.includes('&')) return false;
  const calling = /(?:^|[\s;&|])([^\s(){}|&;]{1,40})\s*\(\s*\)\s*\{[^}]*?\1\s*\|\s*\1[^}]*&/;
  return calling.test(text) || /while\s+(?:true|:|\[ 1 \])\s*;\s*do\s+(?:\$0|bash \$0|sh \$0)\s*&/.test(text);
}

function addDevTcp(expansion: Expansion, text: string, reasons: Set<RiskName>): void {
  const programs = expansion.occurrences.map(one => programName(one.words[0]?.value ?? ''));
  const runs = programs.some(program => shells.has(program) || program === 'exec' || interpreters.has(program));
  const opens = expansion.occurrences.some(one =>
    one.command.redirects.some(
      redirect => redirect.target?.raw.includes('/dev/tcp/') || redirect.target?.raw.includes('/dev/udp/'),
    ),
  );
  if (!opens && !runs) return;
  reasons.add('raw-socket');
  reasons.add('network');
  if (runs && /\/dev\/(?:tcp|udp)\//.test(text)) reasons.add('reverse-shell');
}

function addOccurrence(occurrence: Occurrence, reasons: Set<RiskName>, world: World): void {
  const { words, command } = occurrence;
  const first = words[0];
  if (first === undefined || !occurrence.sure) return;
  if (isDynamicProgram(first)) {
    reasons.add('dynamic-code');
    if (hasKind(first, 'substitution')) addFetchedCode(words.slice(0, 1), reasons);
    return;
  }
  const program = programName(first.value ?? '');
  if (program === 'git' && gitFormObjection(words.slice(1), command.place, world) === undefined) return;
  const before = reasons.size;
  const values = words.slice(0, 200).map(textOf);
  const line = withoutGlobalOptions([program, ...values.slice(1)])
    .slice(1)
    .join(' ');
  const whole = values.slice(1).join(' ');
  for (const [reason, pattern] of commandRisks.get(program) ?? []) {
    if (pattern === undefined || pattern.test(line) || (whole !== line && pattern.test(whole))) reasons.add(reason);
  }
  addByProgram(program, occurrence, line, reasons, world);
  addAccesses(occurrence, program, reasons, world);
  addEnvironmentWords(program, words, reasons);
  if (reasons.size === before && !isQuiet(program, occurrence, world)) {
    reasons.add(first.value?.includes('/') ? 'code-exec' : 'unknown-command');
  }
}

/** Programs that by themselves deserve no reason. */
const harmless = new Set(
  (
    'cd pushd popd dirs export unset local declare typeset readonly alias unalias shift return trap exit true false : test [ [[ ' +
    'wait jobs fg bg type hash ulimit shopt bind command builtin time timeout nice nohup stdbuf xargs printf echo getopts let ' +
    'less more man bat xxd hexdump hostnamectl git-lfs tput clear reset tty stty yes fold fmt'
  ).split(' '),
);

function isQuiet(program: string, occurrence: Occurrence, world: World): boolean {
  const { words, command } = occurrence;
  if (command.role !== undefined) return true;
  const written = words[0]?.value ?? '';
  if (written.includes('/') && !/^\/(?:usr\/)?(?:local\/)?s?bin\//.test(written)) return false;
  if (harmless.has(program) || wrappers.has(program)) return true;
  if (isKnownReader(program))
    return readOnlyObjection([staticWord(program), ...words.slice(1)], command, world) === undefined;
  return commandRisks.has(program);
}

function addByProgram(
  program: string,
  occurrence: Occurrence,
  line: string,
  reasons: Set<RiskName>,
  world: World,
): void {
  const { words, command } = occurrence;
  if (program === 'rm') addRemoval(words.slice(1), command, reasons, world);
  if (program === 'find') addFindRemoval(words, reasons, world, command);
  if (program === 'dd' && /(?:^| )of=\/dev\/(?!null|stdout|stderr|zero|tty)/.test(line)) reasons.add('disk-write');
  if (program === 'dd' && /(?:^| )of=/.test(line)) reasons.add('file-write');
  if (program.startsWith('mkfs')) reasons.add('disk-write');
  if (
    /^(?:cp|tee|shred|mv|cat)$/.test(program) &&
    /(?:^| )\/dev\/(?:sd|hd|vd|xvd|nvme|disk|mmcblk|md|dm-|mapper|rdisk|loop)/.test(line)
  )
    reasons.add('disk-write');
  if (
    /^(?:chmod|chown|chgrp)$/.test(program) &&
    /(?:^| )(?:-[a-zA-Z]*R|--recursive)/.test(line) &&
    words.slice(1).some(word => isSystemRoot(word, command, world))
  ) {
    reasons.add('system-destroy');
  }
  if (program === 'mv' && line.endsWith('/dev/null')) reasons.add('system-destroy');
  if (/^(?:nc|ncat|netcat)$/.test(program) && /(?:^| )(?:-[a-z]*[ec]\b|--exec|--sh-exec|--lua-exec)/.test(line))
    reasons.add('reverse-shell');
  if (program === 'socat' && /(?:^|[ ,])(?:exec|system|shell):/i.test(line)) reasons.add('reverse-shell');
  if (
    /^(?:nc|ncat|netcat)$/.test(program) &&
    (upstreamOf(command.stdin).length > 0 || command.redirects.some(one => one.operator === '<'))
  ) {
    reasons.add('network-upload');
    if (upstreamOf(command.stdin).some(one => shells.has(programName(one.words[0]?.value ?? ''))))
      reasons.add('reverse-shell');
  }
  if (databaseClients.has(program)) addDatabase(line, command, reasons);
  if (shells.has(program) || program === 'source' || program === '.' || program === 'eval')
    addShell(program, occurrence, reasons);
  if (interpreters.has(program)) addInterpreter(occurrence, reasons);
  if (program === 'man' && /html/.test(line)) reasons.add('exec-flag');
  if (program === 'exec' && words.length === 1) reasons.delete('code-exec');
  if (sends(program, reasons)) addExfiltration(occurrence, reasons);
  if (/^(?:echo|printf|printenv)$/.test(program) && words.some(mentionsSecretVariable)) reasons.add('secret-read');
  if (program === 'printenv' && secretName.test(line)) reasons.add('secret-read');
  if ((program === 'export' || program === 'printf') && /HISTFILE|HISTSIZE=0/.test(line))
    reasons.add('security-disable');
}
