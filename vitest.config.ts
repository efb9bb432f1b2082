import { defineConfig } from 'vitest/config';
import { fastFolder } from './test/fast-folder.ts';
import { SlowestFirst } from './test/slowest-first.ts';

/** Where others share the machine a test can be starved past every time-out; a bug fails twice. */
const retry = process.env.CI ? 1 : 0;

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/fail-on-console.ts'],
    env: { TMPDIR: fastFolder() },
    // A process loads the server, or starts a browser, once for all of its files, not once for each: half of the time.
    isolate: false,
    // One more than the cores of a small machine: a test in a browser waits for about half of its time.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    tags: [
      {
        name: 'slow',
        description: 'Left out by `npm test`, not by `npm run test:all` or where it is named.',
      },
    ],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    retry,
    include: [
      'src/**/*.test.{ts,tsx}',
      'test/{site,upgrade,journeys,fuzz}/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
  },
});
