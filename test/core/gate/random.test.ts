import { expect, test } from 'vitest';
import { step } from '../../../src/core/gate/step';
import { histories } from '../support/gateHistories';

/** `GATE_HISTORIES=1000000 GATE_SEED=7 npx vitest run test/core/gate/random.test.ts` looks longer, and from there. */
const count = Number(process.env['GATE_HISTORIES'] ?? 10_000);
const firstSeed = Number(process.env['GATE_SEED'] ?? 1);

/** How often each thing happens at least in 10,000 histories: about half of what was counted when this was written. */
const atLeast = {
  'allow by person': 8000,
  'allow by rule': 9000,
  'deny by person': 4500,
  'deny by rule': 700,
  'deny by timeout': 800,
  'deny by failure': 1300,
  'deny by stop': 150,
  repeated: 2500,
  'held for the batch': 3000,
  'read-only went first': 700,
  'hook ask': 20_000,
  'hook none': 5000,
  'hook deny': 4500,
  notRecorded: 1500,
  notDelivered: 300,
  answeredElsewhere: 500,
  ranUnasked: 450,
  'one id for two calls': 200,
  'refused beside': 60,
  interrupt: 500,
  crash: 400,
  traced: 300,
};

test(`keeps its promises in ${count} random histories`, { timeout: 240_000 + 10 * count }, () => {
  const counts = histories(step, firstSeed, count);
  if (count < 10_000) return;
  const seldom = Object.entries(atLeast).filter(([what, minimum]) => (counts[what] ?? 0) < minimum);
  expect(seldom, JSON.stringify(counts)).toEqual([]);
});
