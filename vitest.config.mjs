import { defineConfig } from 'vitest/config';
import { alone } from './test/alone.mjs';
import { LongFirst } from './test/longFirst.mjs';

// Vitest groups failures with Map.groupBy, which Node 20 lacks: without it a failing run says nothing of why.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      // Fast ones, run on every save.
      {
        test: {
          name: 'unit',
          include: [
            'test/core/**/*.test.ts',
            'test/channel/**/*.test.ts',
            'test/session/**/*.test.ts',
            'test/agents/**/*.test.ts',
            'test/faults/matrix.test.ts',
            'test/rules/**/*.test.ts',
            'test/stores/**/*.test.ts',
            'test/cli/**/*.test.ts',
            'test/languageServer/**/*.test.ts',
            'test/structure/**/*.test.ts',
            'test/fakes/**/*.test.ts',
            'test/scripts/**/*.test.ts',
            'test/webview/**/*.test.ts',
          ],
          exclude: alone,
          // To load all modules anew for each file takes longer than the tests.
          isolate: false,
          // Some start processes, and a machine may be busy.
          testTimeout: 60_000,
          // Vitest leaves a core idle by itself; a core waits here while the process of a test works.
          maxWorkers: 2,
        },
      },
      { test: { name: 'alone', include: alone, testTimeout: 60_000, maxWorkers: 2 } },
      // The webview in a real browser, with a host of its own for each screen.
      {
        test: {
          name: 'gallery',
          include: ['test/gallery/**/*.test.ts'],
          globalSetup: ['test/gallery/buildOnce.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
      // The real CLI against the scripted model.
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          globalSetup: ['test/contract/clis.ts'],
          testTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      // Every real agent over ACP: `npm run test:agents`.
      {
        test: {
          name: 'agents',
          include: ['test/realAgents/**/*.test.ts'],
          globalSetup: ['test/realAgents/fetchAll.ts'],
          // Each waits for what it is about; this is for a machine on which everything takes ten times as long.
          testTimeout: 1_200_000,
          maxWorkers: 2,
        },
      },
      // The long rounds of faults, whose tables are in docs/reliability.md. `npm run faults -- NAME` runs one of them.
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
      // A real workbench in a real browser. Two at a time: a third makes all of them slower.
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/harness/globalSetup.ts'],
          setupFiles: ['test/e2e/harness/pictureOfFailure.ts'],
          // Files of a worker share its browser.
          isolate: false,
          // What does not come is told after a minute by itself; several windows of one test may each take half of one.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // What a person would wait for, on a machine that is busy.
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
