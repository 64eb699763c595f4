// Every fault at every step of a call: nothing runs unrecorded, nobody waits for ever, and nothing wrong is said.
// `npm run faults` plays all cells and writes docs/reliability.md; here a cell of each fault is played.
import { afterAll, expect, test } from 'vitest';
import { faults } from './faults';
import { writePart } from './reliability';
import { report } from './report';
import { Scene, type Step, steps } from './scene';
import { type Verdict, verdictOf } from './verdict';

const isWhole = process.env['LATCH_FAULTS'] === 'all';
const only = process.env['LATCH_FAULT'];
const cells = faults
  .filter(({ name }) => only === undefined || name === only)
  .flatMap((fault, row) =>
    steps
      .filter((_, column) => isWhole || only !== undefined || column === (row * 7 + 5) % steps.length)
      .map(step => ({ fault, step })),
  );
const verdicts = new Map<string, Map<Step, Verdict>>();

test.each(cells)('$fault.name when the call is $step', { timeout: 120_000 }, async ({ fault, step }) => {
  const scene = await Scene.open(fault);
  try {
    await scene.play(step);
    await fault.after?.(scene);
    const verdict = await verdictOf(scene);
    const row = verdicts.get(fault.name) ?? new Map<Step, Verdict>();
    verdicts.set(fault.name, row.set(step, verdict));
    expect(verdict).toEqual({ unrecorded: [], unanswered: [], wrong: [] });
  } finally {
    await fault.after?.(scene);
    scene.agent.close();
  }
});

afterAll(() => {
  if (isWhole && only === undefined) writePart('matrix', report(verdicts));
});
