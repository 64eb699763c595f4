import { expect, test } from 'vitest';
import { leaseRounds } from './leaseRounds';
import { tableOf, writePart } from './reliability';

test('a lease never has two holders', async () => {
  const { processes, rounds, kills, doubles } = await leaseRounds({ processes: 8, rounds: 10_000 });
  writePart(
    'lease',
    tableOf(['processes', 'rounds', 'killed with -9', 'two at once'], [[processes, rounds, kills, doubles.length]]),
  );
  expect(doubles).toEqual([]);
  expect(kills).toBeGreaterThan(50);
}, 1_800_000);
