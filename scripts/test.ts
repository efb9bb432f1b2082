/**
 * `npm test`: types, lint and rings, then all tests except those tagged `slow`. `npm test -- comments`: all tests of
 * every kind whose file or folder name contains that word. `npm run test:all`: every test, on both databases, and every
 * random text (`inMatrix`). Installs Chromium and builds where needed. Reports tests that passed only on a retry, and
 * each failed test's expectation and place; the last line is `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { failedFolder } from '../test/failed-tests.ts';
import { buildSiteMeanwhile } from './build-site.ts';
import { runChecks } from './checks/checks.ts';
import { getTestBrowser } from './get-chromium.ts';
import { getStrace } from './get-strace.ts';
import { inProject, root } from './launcher/project.mjs';
import { runToEnd } from './launcher/run-to-end.mjs';
import { readReport } from './test-report.ts';

/** Passed by `npm run test:all`. */
const wholeMatrix = '--all';
const reportFile = inProject('test-results', 'report.json');
/** Written by test/global-setup.ts. */
const postgresFile = inProject('test-results', 'postgres-not-tested.txt');

interface Run {
  /** Words in names of files and folders; all tests for none. */
  readonly words: readonly string[];
  readonly isWholeMatrix: boolean;
  readonly chromium: string | undefined;
}

function runTests({ words, isWholeMatrix, chromium }: Run): Promise<number> {
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const env = {
    ...process.env,
    ...(chromium && { CHROMIUM_PATH: chromium }),
    ...(isWholeMatrix && { TEST_MATRIX: 'whole' }),
  };
  const isQuick = words.length === 0 && !isWholeMatrix;
  const filters = isQuick ? ['--tags-filter=!slow'] : words;
  return runToEnd(process.execPath, [vitest, 'run', ...reporters, ...filters], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function test(args: readonly string[]): Promise<boolean> {
  mkdirSync(inProject('test-results'), { recursive: true });
  rmSync(reportFile, { force: true });
  rmSync(failedFolder, { recursive: true, force: true });
  rmSync(postgresFile, { force: true });
  const chromium = getTestBrowser();
  if (!chromium) {
    console.error('No Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  }
  if (!getStrace()) {
    console.error('No strace: the order of syncing and answering is not tested (Linux only).');
  }
  // The build leaves one core mostly idle: the checks run concurrently.
  const building = buildSiteMeanwhile();
  const checks = runChecks();
  const isBuilt = await building;
  const words = args.filter((arg) => arg !== wholeMatrix);
  const isWholeMatrix = words.length < args.length;
  // Without a build half of the tests would fail for that reason alone.
  const code = isBuilt ? await runTests({ words, isWholeMatrix, chromium }) : 1;
  const tests = readReport(reportFile);
  const failed = checks.failed + tests.failed + (isBuilt ? 0 : 1);
  const withoutPostgres = readText(postgresFile)?.trim();
  const isRefused = withoutPostgres !== undefined && process.env.CI === 'true';
  // An error outside any test makes Vitest fail without a failed test.
  const unexplained = failed === 0 && (code !== 0 || isRefused) ? 1 : 0;
  if (tests.secondTries.length > 0) {
    console.log(`\nNeeded a second try:\n${tests.secondTries.join('\n\n')}`);
  }
  if (tests.failures.length > 0) console.log(`\n${tests.failures.join('\n\n')}`);
  if (withoutPostgres) console.log(`\n${withoutPostgres}`);
  if (tests.leftOut > 0) {
    console.log(`\n${tests.leftOut} slow tests are left out; npm run test:all runs them.`);
  }
  console.log(
    `\n${closingLine({
      passed: checks.passed + tests.passed + (isBuilt ? 1 : 0),
      failed: failed + unexplained,
      skipped: tests.skipped,
    })}`,
  );
  return failed + unexplained === 0;
}

process.exitCode = (await test(process.argv.slice(2))) ? 0 : 1;
