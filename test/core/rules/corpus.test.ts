import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explainLine } from '../../../src/cli/vectors';
import { type CorpusVector, makeWorld, wrongAnswer } from '../../corpus/world';

const file = new URL('../../corpus/vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: readonly CorpusVector[] };
const defaults = { cwd: '/', home: '/', now: Date.parse('2026-06-01T00:00:00Z') };

describe('the corpus, with real folders, files and symlinks', () => {
  for (const kind of ['rule', 'path', 'safe', 'risk'] as const) {
    const own = vectors.filter(vector => vector.kind === kind);
    test(`gives every expected ${kind} verdict`, () => {
      const wrong = own.flatMap(vector => {
        const world = makeWorld(vector);
        try {
          const answer = JSON.parse(explainLine(world.line, defaults)) as Parameters<typeof wrongAnswer>[1];
          const problem = wrongAnswer(vector, answer);
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
  expect(JSON.parse(explainLine('not json', defaults))).toEqual({ error: 'This line is not JSON.' });
  expect(JSON.parse(explainLine('[]', defaults))).toEqual({ error: 'This line is not a JSON object.' });
  expect(JSON.parse(explainLine('{}', defaults))).toEqual({ error: 'The field "tool" is missing.' });
  expect(JSON.parse(explainLine('{"tool":"Bash","rules":{"deny":"rm"}}', defaults))).toEqual({
    error: 'The field "rules.deny" is not a list.',
  });
});
