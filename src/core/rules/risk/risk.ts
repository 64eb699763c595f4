import { riskLevels, type RiskName, riskReason } from '../tables/riskReasons';
import type { Risk } from '../../call/judgement';
import { say, type Sentence } from '../../texts/sentence';
import type { Effect } from './effects';

interface RiskAssessment {
  readonly risk: Risk;
  readonly riskReasons: readonly RiskName[];
  readonly riskSentence: Sentence;
}

/** The level is that of the worst effect. */
export function riskOf(effects: readonly Effect[]): RiskAssessment {
  const names = [...new Set(effects.map(({ kind }) => kind))].toSorted((one, other) => levelOf(other) - levelOf(one));
  const first = names[0];
  if (first === undefined)
    return { risk: 'low', riskReasons: [], riskSentence: say('It only looks and changes nothing.') };
  const risks = names.slice(0, 3).map(name => riskReason(name).sentence);
  return { risk: riskReason(first).level, riskReasons: names, riskSentence: say('It {risks}.', { risks }) };
}

function levelOf(name: RiskName): number {
  return riskLevels.indexOf(riskReason(name).level);
}
