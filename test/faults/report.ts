import { tableOf } from './reliability';
import { type Step, steps } from './scene';
import type { Verdict } from './verdict';

/** What came of all cells, in numbers and as a table. */
export function report(verdicts: ReadonlyMap<string, ReadonlyMap<Step, Verdict>>): string {
  const rows = [...verdicts].map(([name, row]) => [name].concat(steps.map(step => mark(row.get(step)))));
  const all = [...verdicts.values()].flatMap(row => Array.from(row.values()));
  const count = (what: keyof Verdict): number => all.filter(verdict => verdict[what].length > 0).length;
  return `${all.length} cells: ${count('unrecorded')} with an unrecorded run, ${count('unanswered')} unanswered, ${count('wrong')} with wrong words.\n\n${tableOf(['fault', ...steps], rows)}`;
}

function mark(verdict: Verdict | undefined): string {
  if (!verdict) return '?';
  const bad = Object.entries(verdict).flatMap(([what, found]) => (found.length > 0 ? [what.charAt(0)] : []));
  return bad.length === 0 ? '·' : bad.join('');
}
