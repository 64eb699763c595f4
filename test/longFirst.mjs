// Where all begin with what is short, one worker is left alone with what is long at the end.
import { BaseSequencer } from 'vitest/node';

/** Those that take longest, the longest first. Vitest goes by the size of a file where it has never run it. */
export const long = [
  'test/gallery/accessibility.test.ts',
  'test/contract/enforcement.test.ts',
  'test/core/rules/promises.test.ts',
  'test/contract/mediation.test.ts',
  'test/contract/decisions.test.ts',
  'test/contract/repository.test.ts',
  'test/core/gate/random.test.ts',
  'test/contract/attacks.test.ts',
  'test/contract/streams.test.ts',
  'test/faults/matrix.test.ts',
  'test/contract/queue.test.ts',
  'test/contract/readonly.test.ts',
  'test/contract/signOfLife.test.ts',
];

export class LongFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} specifications */
  async sort(specifications) {
    /** @param {import('vitest/node').TestSpecification} specification */
    const placeOf = ({ moduleId }) => {
      const place = long.findIndex(name => moduleId.endsWith(name));
      return place === -1 ? long.length : place;
    };
    const sorted = await BaseSequencer.prototype.sort.call(this, specifications);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || placeOf(a) - placeOf(b),
    );
  }
}
