import type { Card } from '../../../src/core/card/card';
import { inState, screen, type Story, waiting } from './story';
import { say } from '../../../src/core/texts/sentence';

export function queueStories(): readonly Story[] {
  const five = ['bash', 'edit', 'critical', 'fetch', 'mcp'].map(waiting);
  const hundred = Array.from({ length: 100 }, (_, place) => ({
    ...waiting('bash'),
    toolCallId: `toolu_${place}`,
    input: { command: `npm run task-${place}` },
    risk: place % 7 === 0 ? 'high' : 'low',
  })) satisfies readonly Card[];
  const held = [inState(waiting('bash'), 'decided'), inState(waiting('fetch'), 'denied'), waiting('edit')];
  return [
    { name: 'queue-five', group: 'queue', snapshot: screen(five) },
    { name: 'queue-hundred', group: 'queue', snapshot: screen(hundred) },
    { name: 'queue-held', group: 'queue', snapshot: screen(held) },
    { name: 'countdown', group: 'queue', snapshot: screen([{ ...waiting('bash'), remainingMs: 95_000 }]) },
    { name: 'paused', group: 'queue', snapshot: screen([{ ...waiting('bash'), remainingMs: 95_000, paused: true }]) },
    {
      name: 'reopened',
      group: 'queue',
      snapshot: screen([
        { ...waiting('bash'), revision: 2, problem: say('The agent changed this call after it was shown.') },
      ]),
    },
  ];
}
