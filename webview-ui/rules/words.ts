import type { RuleRef } from '../../src/core/call/ruleRef';
import type { RuleOrigin } from '../../src/core/ruleAdmin/storedRule';
import type { RuleMark, RuleRow } from '../../src/core/ruleAdmin/row';
import type { TextKey, Translate } from '../language/translate';

/** "3 hours ago", "in 2 days". */
export function relativeTime(at: number, now: number, language: string): string {
  const seconds = Math.round((at - now) / 1000);
  const steps = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return unit === 'second' ? format.format(0, 'second') : format.format(Math.trunc(seconds / size), unit);
}

export function fullTime(at: number, language: string): string {
  return new Date(at).toLocaleString(language);
}

/** Where a rule is written, as short as it can be said: the file, its folder, the line. */
export function placeOf({ ref: { scope }, rule: { file, line } }: RuleRow, text: Translate): string | undefined {
  if (file === undefined) return undefined;
  // The file of a folder's own rules has a name that tells nobody anything.
  if (scope === 'workspace' && line !== undefined) return text('place.line', line);
  const short = file.split(/[\\/]/).slice(-2).join('/');
  return line === undefined ? short : `${short}:${line}`;
}

export function markReason(mark: RuleMark, nameOf: (rule: RuleRef) => string | undefined, text: Translate): string {
  const name = mark.by && nameOf(mark.by);
  return name === undefined ? text.sentence(mark.reason) : text('mark.shadowed.reason', name);
}

export const markKinds: readonly RuleMark['kind'][] = [
  'invalid',
  'example',
  'notAccepted',
  'unknownTool',
  'unknownKey',
  'contradicted',
  'shadowed',
  'dead',
  'host',
  'dangerous',
  'broad',
  'outside',
  'nothingThere',
  'unused',
  'expired',
];

export function originKey(by: RuleOrigin): TextKey {
  return `origin.${by}`;
}
