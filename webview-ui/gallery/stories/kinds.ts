import type { CardState } from '../../../src/core/card/card';
import { hostileSamples } from '../samples/hostile';
import { samples } from '../samples/all';
import { cardFrom } from '../samples/sample';
import { inState, screen, type Story } from './story';

const states: readonly CardState[] = [
  'waiting',
  'decided',
  'running',
  'done',
  'failed',
  'denied',
  'expired',
  'cancelled',
  'lost',
];

export function kindStories(): readonly Story[] {
  return Object.entries(samples).flatMap(([name, sample]) =>
    states.map(state => ({
      name: `${name}-${state}`,
      group: name,
      snapshot: screen([inState(cardFrom(name, sample), state)]),
    })),
  );
}

export function hostileStories(): readonly Story[] {
  return Object.entries(hostileSamples()).map(([name, sample]) => ({
    name: `hostile-${name}`,
    group: 'hostile',
    snapshot: screen([cardFrom(name, sample)]),
  }));
}
