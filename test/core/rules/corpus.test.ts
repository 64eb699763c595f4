import { describe, expect, test } from 'vitest';
import { judgeLine } from '../../../src/cli/vectors';
import corpus from '../../corpus/vectors.json';
import { type CorpusVector, makeWorld, wrongAnswer } from '../../corpus/world';

const vectors: readonly CorpusVector[] = corpus.vectors;
const defaults = { cwd: '/', home: '/', now: Date.parse('2026-06-01T00:00:00Z') };

describe('the corpus, with real folders, files and symlinks', () => {
  for (const kind of ['rule', 'path', 'safe', 'risk'] as const) {
    const own = vectors.filter(vector => vector.kind === kind);
    test(`gives every expected ${kind} verdict`, () => {
      const wrong = own.flatMap(vector => {
        const world = makeWorld(vector);
        try {
          const answer = judgeLine(world.line, defaults);
          const problem = 'error' in answer ? answer.error : wrongAnswer(vector, answer);
          return problem === undefined
            ? []
            : [`${vector.id} ${JSON.stringify(vector.input)}: ${problem} (${vector.why})`];
        } finally {
          world.remove();
        }
      });
      expect(own.length).toBeGreaterThan(30);
      expect(wrong).toEqual([]);
    });
  }
});

test('a line that is no call becomes an error, and the next one is read', () => {
  expect(judgeLine('not json', defaults)).toEqual({ error: 'This line is not JSON.' });
  expect(judgeLine('[]', defaults)).toEqual({ error: 'This line is not a JSON object.' });
  expect(judgeLine('{}', defaults)).toEqual({ error: 'The field "tool" is missing.' });
  expect(judgeLine('{"tool":"Bash","rules":{"deny":"rm"}}', defaults)).toEqual({
    error: 'The field "rules.deny" is not a list.',
  });
});
