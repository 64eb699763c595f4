import { expect, test } from 'vitest';
import { judgeLine } from '../../../src/cli/vectors';
import { classes, Place, promisesOf, type Promised } from '../../corpus/promises';

const defaults = { cwd: '/', home: '/', now: Date.parse('2026-06-01T00:00:00Z') };
const levels = ['low', 'medium', 'high', 'critical'];

test.each(classes)(
  'every promise about %s holds',
  name => {
    const places = new Map<string, Place>();
    const broken: string[] = [];
    let count = 0;
    try {
      for (const promised of promisesOf(name)) {
        const place = places.get(promised.setup) ?? new Place(promised.setup);
        places.set(promised.setup, place);
        for (const call of promised.calls) {
          count++;
          const problem = problemOf(promised, judgeLine(place.line(call, promised.rules), defaults));
          if (problem !== undefined) broken.push(`${call}: ${problem}`);
        }
      }
    } finally {
      for (const place of places.values()) place.remove();
    }
    expect(count).toBeGreaterThan(10);
    expect(broken).toEqual([]);
  },
  300_000,
);

test('a promise that does not hold is seen', () => {
  const place = new Place('');
  try {
    const judged = (call: string): ReturnType<typeof judgeLine> => judgeLine(place.line(call, {}), defaults);
    const promised = { rules: {}, setup: '', calls: [] };
    expect(problemOf({ ...promised, expected: 'not allow' }, judged('ls'))).toBe('allow');
    expect(problemOf({ ...promised, expected: 'allow' }, judged('rm a.txt'))).toBe('ask');
    expect(problemOf({ ...promised, expected: 'risk critical' }, judged('rm a.txt'))).toBe('medium');
  } finally {
    place.remove();
  }
});

function problemOf({ expected }: Promised, answer: ReturnType<typeof judgeLine>): string | undefined {
  if ('error' in answer) return answer.error;
  const { decision, risk } = answer;
  if (expected === 'allow') return decision === 'allow' ? undefined : decision;
  if (expected === 'not allow') return decision === 'allow' ? decision : undefined;
  return levels.indexOf(risk) >= levels.indexOf(expected.slice('risk '.length)) ? undefined : risk;
}
