import { type Step, told } from './gateLedger';
import { World } from './gateWorld';

/** Lives through the histories of these seeds, and counts what happened; the first broken promise ends it with its story. */
export function histories(step: Step, firstSeed: number, count: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const world = new World(step, seed);
    try {
      world.live();
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw new Error(`GATE_SEED=${seed}: ${what}, after\n${told(world.ledger.history)}`, { cause: error });
    }
    for (const [kind, seen] of Object.entries(world.ledger.counts)) counts[kind] = (counts[kind] ?? 0) + seen;
  }
  return counts;
}
