import type { Alarm } from '../call/judgement';
import type { Card } from './card';

/**
 * How closely a person has to look at a call: as closely as at the worst of what it does, and never less than its risk
 * says, so that what has a high risk is not taken for ordinary because nothing could be told of it.
 */
export function alarmOf({ effects = [], risk }: Pick<Card, 'effects' | 'risk'>): Alarm {
  const alarms = effects.map(({ alarm }) => alarm);
  if (risk === 'critical' || alarms.includes('red')) return 'red';
  return risk === 'high' || alarms.includes('amber') ? 'amber' : 'none';
}
