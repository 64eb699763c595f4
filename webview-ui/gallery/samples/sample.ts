import type { Card } from '../../../src/core/card/card';
import { quoted } from '../../../src/core/texts/sentence';

export const sessionId = 'session-1';
export const cwd = '/home/ana/shop';

/** What is special of a card in a sample. */
export type Sample = Partial<Card> & Pick<Card, 'kind' | 'tool' | 'input'>;

/** The card of a sample, as it waits for a person. */
export function cardFrom(name: string, sample: Sample): Card {
  return {
    sessionId,
    toolCallId: `toolu_${name}`,
    batchId: 'message-1',
    state: 'waiting',
    revision: 1,
    cwd,
    details: { suggestions: [] },
    risk: 'low',
    riskSentence: quoted(''),
    because: [],
    paused: false,
    ...sample,
  };
}
