import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/fail-on-console.ts'],
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          // Each file starts a server and a browser of its own: one at a time is what two cores carry.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Where others share the machine a browser can be starved past every time-out; a bug fails twice.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
