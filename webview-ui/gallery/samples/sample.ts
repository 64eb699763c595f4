import type { Card } from '../../../src/core/card/card';
import { callEffects } from '../../../src/core/ruleAdmin/callEffects';
import { compileRules, evaluate } from '../../../src/core/rules';
import { quoted } from '../../../src/core/texts/sentence';
import { context, cwd } from './context';

export const sessionId = 'session-1';
export { cwd } from './context';

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
    effects: effectsIn(sample),
    paused: false,
    ...sample,
  };
}

/** What the engine says that the call does. */
export function effectsIn({ tool, input }: Pick<Card, 'tool' | 'input'>): NonNullable<Card['effects']> {
  return callEffects(evaluate(compileRules([]), { tool, input, cwd }, context).effects);
}
