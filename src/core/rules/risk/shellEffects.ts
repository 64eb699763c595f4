import { TooBig } from '../language/budget';
import type { Doubt, SimpleCommand } from '../shell/syntax';
import { readShell } from '../shell/command';
import { baseName } from '../paths/pathText';
import { effortOf, expand, type Expansion, type Occurrence } from '../starts/expand';
import { printedText } from '../starts/printed';
import { programName } from '../starts/program';
import { interpreters, shells } from '../tables/wrappers';
import type { World } from '../paths/world';
import { type RiskName, riskReason } from '../tables/riskReasons';
import { addCode, quotedTexts } from './code';
import { type Effect, Effects } from './effects';
import { addRedirects } from './files';
import { flowOf } from './flow';
import { searchedCharacters } from './line';
import { occurrenceEffects } from './occurrence';
import { knownValues, type Scene, vitalIn } from './scene';
import { addAssignments } from './variables';

/** A shell text as it was read. */
export interface ShellReading {
  readonly text: string;
  readonly commands: readonly SimpleCommand[];
  readonly expansion: Expansion;
  readonly doubts: readonly Doubt[];
}

/** What a shell text does, in everything it would start; where that is too much, in what was looked at. */
export function shellEffects(reading: ShellReading, world: World): readonly Effect[] {
  const effects = new Effects();
  try {
    collect(reading, world, effects);
  } catch (error) {
    // What a rule forbids does not depend on it.
    effects.add(error instanceof TooBig ? 'very-long' : 'unparseable');
  }
  return effects.all;
}

function collect({ text, commands, expansion, doubts }: ShellReading, world: World, effects: Effects): void {
  const { occurrences, codes } = expansion;
  for (const doubt of doubts) if (doubt.kind !== 'construct' && doubt.kind !== 'group') effects.add(doubt.kind);
  if (isForkBomb(text)) effects.add('fork-bomb');
  const flow = flowOf(occurrences, world);
  const scene: Scene = { world, effects, values: knownValues(text, commands), vital: vitalIn(text), ...flow };
  for (const occurrence of occurrences) {
    world.budget.spend(2 * effortOf(occurrence));
    effects.include(occurrenceEffects(occurrence, scene), occurrence.command.text);
  }
  for (const command of commands) addAssignments(command, effects);
  for (const command of new Set([...commands, ...occurrences.map(one => one.command)])) {
    const redirected = new Effects();
    addRedirects(command, { ...scene, effects: redirected });
    effects.include(redirected, command.text);
  }
  for (const code of codes) addCode(code, scene);
  for (const inner of codes.filter(startsPrograms).flatMap(quotedTexts).slice(0, mostTexts))
    addInner(inner, scene, commands);
  for (const written of writtenAndRun(commands, occurrences)) addInner(written, scene, commands);
  if (expansion.unseen) effects.add('dynamic-code');
  if (/\/dev\/(?:tcp|udp)\//.test(text)) addDevTcp(expansion, effects);
  addLeak(isPushed(commands), effects);
}

/** The texts that the call itself writes into a file and then runs: `echo 'rm -rf x' > y; sh y`. */
function writtenAndRun(commands: readonly SimpleCommand[], occurrences: readonly Occurrence[]): readonly string[] {
  const run = new Set(occurrences.flatMap(({ words }) => words.slice(0, 3).map(({ value = '' }) => baseName(value))));
  return commands.flatMap(command => {
    const targets = command.redirects.filter(({ operator }) => operator.includes('>')).map(({ target }) => target);
    const tee = programName(command.words[0]?.value ?? '') === 'tee' ? command.words.slice(1) : [];
    const isRun = [...targets, ...tee].some(word => word?.value !== undefined && run.has(baseName(word.value)));
    const text = isRun ? (printedText(command) ?? fedTo(command)) : undefined;
    return text === undefined ? [] : [text];
  });
}

function fedTo({ redirects }: SimpleCommand): string | undefined {
  return redirects.find(({ operator }) => operator === '<<<')?.target?.value;
}

const mostTexts = 10;

function startsPrograms(code: string): boolean {
  return /system|exec|spawn|popen|subprocess|check_call|check_output|getoutput|Runtime|`/i.test(code);
}

/** A text inside code that starts programs may be a command. What it would do counts, where that is more than ordinary. */
function addInner(text: string, scene: Scene, commands: readonly SimpleCommand[]): void {
  const place = commands[0]?.place;
  if (!place || !/\s/.test(text)) return;
  scene.world.budget.spend(20 + text.length / 8);
  const { occurrences } = expand(readShell(text, place), text);
  for (const occurrence of occurrences) scene.effects.include(occurrenceEffects(occurrence, scene), undefined, isGrave);
}

function isGrave(kind: RiskName): boolean {
  const { level } = riskReason(kind);
  return level === 'critical' || level === 'high';
}

/** A secret that is read, and something that is sent: nobody can tell that it is not the secret. */
function addLeak(pushed: boolean, effects: Effects): void {
  const sent = effects.has('network-upload', 'raw-socket') || (pushed && effects.has('git-write'));
  if (sent && effects.has('secret-read')) effects.add('secret-exfil');
}

/** What was added to the repository leaves with a push. */
function isPushed(commands: readonly SimpleCommand[]): boolean {
  const lines = commands.map(({ words }) => words.map(word => word.value ?? '').join(' '));
  return (
    lines.some(line => /^git (?:.* )?(?:add|commit|stage) /.test(line)) &&
    lines.some(line => /^git (?:.* )?push\b/.test(line))
  );
}

function isForkBomb(text: string): boolean {
  if (text.length > searchedCharacters || !text.includes('&')) return false;
  const calling = /(?:^|[\s;&|])([^\s(){}|&;]{1,40})\s*\(\s*\)\s*\{[^}]*?\1\s*\|\s*\1[^}]*&/;
  return calling.test(text) || /while\s+(?:true|:|\[ 1 \])\s*;\s*do\s+(?:\$0|bash \$0|sh \$0)\s*&/.test(text);
}

function addDevTcp(expansion: Expansion, effects: Effects): void {
  const programs = expansion.occurrences.map(one => programName(one.words[0]?.value ?? ''));
  const runs = programs.some(program => shells.has(program) || program === 'exec' || interpreters.has(program));
  const opens = expansion.occurrences.some(one =>
    one.command.redirects.some(
      redirect => redirect.target?.raw.includes('/dev/tcp/') || redirect.target?.raw.includes('/dev/udp/'),
    ),
  );
  if (!opens && !runs) return;
  effects.add('raw-socket');
  effects.add('network');
  if (runs) effects.add('reverse-shell');
}
