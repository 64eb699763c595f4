import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      // Fast ones, run on every save.
      {
        test: {
          name: 'unit',
          include: [
            'test/core/**/*.test.ts',
            'test/agents/**/*.test.ts',
            'test/stores/**/*.test.ts',
            'test/structure/**/*.test.ts',
          ],
        },
      },
      // The real CLI against the scripted model.
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
