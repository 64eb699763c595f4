import { expect, test, vi } from 'vitest';
import { judgeLine } from '../../../src/cli/vectors';
import { joinRules } from '../../../src/core/rules';
import type * as ruleSet from '../../../src/core/rules/judge/ruleSet';
import corpus from '../../corpus/vectors.json';
import { type CorpusVector, makeWorld, wrongAnswer } from '../../corpus/world';

// As if each rule stood in a place of its own.
vi.mock('../../../src/core/rules/judge/ruleSet', async importOriginal => {
  const original = await importOriginal<typeof ruleSet>();
  const compileRules: typeof original.compileRules = entries =>
    joinRules([[], ...entries.map(entry => [entry])].map(original.compileRules));
  return { ...original, compileRules };
});

test('the corpus gives every expected verdict, however its rules are divided between places', () => {
  const vectors: readonly CorpusVector[] = corpus.vectors;
  const defaults = { cwd: '/', home: '/', now: Date.parse('2026-06-01T00:00:00Z') };
  const wrong = vectors.flatMap(vector => {
    const world = makeWorld(vector);
    try {
      const answer = judgeLine(world.line, defaults);
      const problem = 'error' in answer ? answer.error : wrongAnswer(vector, answer);
      return problem === undefined ? [] : [`${vector.id} ${JSON.stringify(vector.input)}: ${problem} (${vector.why})`];
    } finally {
      world.remove();
    }
  });
  expect(vectors.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
}, 120_000);
