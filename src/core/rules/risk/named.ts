import { withoutGlobalOptions } from '../commands/pattern';
import { programName } from '../starts/program';
import { commandRisks } from '../tables/commandRisks';
import { changesSettings } from '../tables/lasting';
import type { RiskName } from '../tables/riskReasons';

/** What the words of a command say of its risk by their names alone. */
export function namedKinds(values: readonly string[]): readonly RiskName[] {
  const program = programName(values[0] ?? '');
  const { line, whole } = linesOf(program, values);
  const kinds = (commandRisks.get(program) ?? []).flatMap(([kind, pattern]) => {
    const isMet = pattern === undefined || pattern.test(line) || (whole !== line && pattern.test(whole));
    return isMet ? [kind] : [];
  });
  return changesSettings(program, line) ? [...kinds, 'config-tamper'] : kinds;
}

/** Whether the words name what outlives the command: credentials that are shown, settings, access, what starts by itself. */
export function lastingKinds(values: readonly string[]): boolean {
  const program = programName(values[0] ?? '');
  // Git names hooks also where it only shows where they are.
  if (program === 'git') return isLastingGit(values);
  return namedKinds(values).some(kind => lasting.has(kind));
}

const lasting: ReadonlySet<RiskName> = new Set(['persistence', 'config-tamper', 'secret-read']);

function isLastingGit(values: readonly string[]): boolean {
  const { line, whole } = linesOf('git', values);
  return changesSettings('git', line) || /(?:^| )-c ?core\.hookspath=/i.test(whole);
}

function linesOf(program: string, values: readonly string[]): { readonly line: string; readonly whole: string } {
  const line = withoutGlobalOptions([program, ...values.slice(1)])
    .slice(1)
    .join(' ');
  return { line, whole: values.slice(1).join(' ') };
}
